import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import layout from '../../ui/layout.module.css';

type Props = { title: string; tools?: ReactNode; children: ReactNode };

/** A titled part of the page, with what one can do in it beside the title. */
export function Section({ title, tools, children }: Props) {
  return (
    <section aria-label={title} className={layout['section']}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2}>{title}</Title>
        {tools}
      </Group>
      {children}
    </section>
  );
}
