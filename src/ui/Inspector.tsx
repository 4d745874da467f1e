import { CloseButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import styles from './Inspector.module.css';

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
      <div className={styles['list']}>{children}</div>
      {inspector}
    </div>
  );
}

type Props = {
  id?: string;
  label: string;
  title: ReactNode;
  /** Closes it; without, it stays. */
  onClose?: () => void;
  children: ReactNode;
};

/** What is known of the chosen row of a list. It scrolls: something in it must take the focus. */
export function Inspector({ id, label, title, onClose, children }: Props) {
  return (
    <aside id={id} className={styles['inspector']} aria-label={label}>
      <header className={styles['head']}>
        <h2 className={styles['title']} dir="auto">
          {title}
        </h2>
        {onClose && <CloseButton aria-label="Close" onClick={onClose} />}
      </header>
      {children}
    </aside>
  );
}

type PartProps = { title?: string; children: ReactNode };

/** A part of an inspector, with a line below it. */
export function InspectorPart({ title, children }: PartProps) {
  return (
    <section className={styles['part']}>
      {title !== undefined && <h3 className={styles['heading']}>{title}</h3>}
      {children}
    </section>
  );
}

/** Figures with their names above them. */
export function InspectorFigures({
  figures,
}: {
  figures: readonly (readonly [name: string, value: string])[];
}) {
  return (
    <dl className={styles['figures']}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
