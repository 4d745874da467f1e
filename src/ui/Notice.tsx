import { Box, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import layout from './layout.module.css';
import styles from './Notice.module.css';

type Props = { title: string; children: ReactNode; action?: ReactNode };

/** A short message in place of a page: what is the matter, and what one can do. */
export function Notice({ title, children, action }: Props) {
  return (
    <Box className={`${layout['stack']} ${layout['card']} ${styles['notice']}`}>
      <Title order={1}>{title}</Title>
      <Text className={layout['wrap']}>{children}</Text>
      {action}
    </Box>
  );
}
