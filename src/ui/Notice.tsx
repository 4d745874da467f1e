import { Box, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Notice.module.css';

type Props = { title: string; children: ReactNode; action?: ReactNode };

/** A short message in place of a page: what is the matter, and what one can do. */
export function Notice({ title, children, action }: Props) {
  return (
    <Box className={styles['notice']}>
      <Title order={1}>{title}</Title>
      <Text className={styles['text']}>{children}</Text>
      {action}
    </Box>
  );
}
