import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Empty.module.css';

type Props = { children: ReactNode };

/** In place of a list that has nothing to show: why, or how something gets there. */
export function Empty({ children }: Props) {
  return <Text className={styles['empty'] ?? ''}>{children}</Text>;
}
