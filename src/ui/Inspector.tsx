import { CloseButton, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ComponentProps, ReactNode } from 'react';
import styles from './Inspector.module.css';
import layout from './layout.module.css';

/** From this width on there is room for an inspector beside a list (Inspector.module.css has the same). */
const HAS_ROOM = '(min-width: 75rem)';

/** Whether an inspector stands beside the list. */
export function useHasInspector(): boolean {
  return useMediaQuery(HAS_ROOM, false, { getInitialValueInEffect: false }) ?? false;
}

type LayoutProps = {
  /** Null where there is no room, or nothing chosen. */
  inspector: ReactNode;
  /** For inspectors that hold tables. */
  isWide?: boolean;
  children: ReactNode;
};

/** A list, and at its right what is known of its chosen row. */
export function WithInspector({ inspector, isWide, children }: LayoutProps) {
  return (
    <div
      className={styles['layout']}
      data-inspector={inspector ? true : undefined}
      data-wide={isWide || undefined}
    >
      <div>{children}</div>
      {inspector}
    </div>
  );
}

type Props = Omit<ComponentProps<'aside'>, 'title'> & {
  label: string;
  title: ReactNode;
  /** Beside the title. */
  tools?: ReactNode;
  /** As high as the list beside it; what scrolls is in it. */
  isFilling?: boolean;
  /** Closes it; without, it stays. */
  onClose?: () => void;
};

/** What is known of the chosen row of a list. It scrolls: something in it must take the focus. */
export function Inspector({ label, title, tools, isFilling, onClose, className, children, ...props }: Props) {
  return (
    <aside
      {...props}
      data-filling={isFilling || undefined}
      className={`${layout['card']} ${layout['dense']} ${styles['inspector']} ${className ?? ''}`}
      aria-label={label}
    >
      <header className={`${layout['between']} ${styles['head']}`}>
        <h2 dir="auto">{title}</h2>
        {tools}
        {onClose && <CloseButton aria-label="Close" onClick={onClose} />}
      </header>
      {children}
    </aside>
  );
}

type PartProps = { title?: ReactNode; children: ReactNode };

/** A part of an inspector, with a line below it. */
export function InspectorPart({ title, children }: PartProps) {
  return (
    <section className={`${layout['stack']} ${styles['part']}`}>
      {title !== undefined && <h3>{title}</h3>}
      {children}
    </section>
  );
}

/** The account that an inspector is about; `children`: its name. */
export function InspectorAccount({ code, children }: { code: string; children: ReactNode }) {
  return (
    <Text size="md" dir="auto">
      <Text component="b" size="lg" fw={600} me={4}>
        {code}
      </Text>{' '}
      {children}
    </Text>
  );
}

/** Figures with their names above them. */
export function InspectorFigures({
  figures,
}: {
  figures: readonly (readonly [name: string, value: string])[];
}) {
  return (
    <Group component="dl" gap="lg">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className={layout['note']}>{name}</dt>
          <Text size="md" component="dd" fw={600}>
            {value}
          </Text>
        </div>
      ))}
    </Group>
  );
}
