import { Tabs } from '@mantine/core';
import { type ClipboardEventHandler, memo, type ReactNode } from 'react';
import { LETTERS, type Letter } from '#model/letter.ts';
import { counted } from '#model/text/figures.ts';
import layout from '../../ui/layout.module.css';
import styles from './LetterTabs.module.css';

/** Mantine derives the ids of tabs and panels from it. */
const TABS_ID = 'letters';

type ListProps = {
  /** Null while a search goes over all letters. */
  letter: Letter | null;
  /** Mappings per letter, in the order of the tabs; missing until they are known. */
  counts: readonly number[] | undefined;
  onLetter: (letter: Letter) => void;
};

type Props = ListProps & { onCopy: ClipboardEventHandler; children: ReactNode };

/** A tab per letter; the panel is the table, which the page draws. */
export function LetterTabs({ onCopy, children, ...list }: Props) {
  const { letter, onLetter } = list;
  return (
    <Tabs
      variant="pills"
      id={TABS_ID}
      value={letter}
      onChange={(chosen) => chosen !== null && onLetter(chosen as Letter)}
    >
      <LetterList {...list} />
      <section {...panelProps(letter)} onCopy={onCopy}>
        {children}
      </section>
    </Tabs>
  );
}

/** The props of the tab panel, which stays mounted when another tab is chosen, or none during a search. */
function panelProps(letter: Letter | null) {
  if (letter === null) return { 'aria-label': 'Search results' };
  const id = (part: string) => `${TABS_ID}-${part}-${letter}`;
  return { role: 'tabpanel', id: id('panel'), 'aria-labelledby': id('tab') };
}

/** A tab per letter with a bar as high as it has mappings; the number is its title. */
const LetterList = memo(function LetterList({ letter, counts, onLetter }: ListProps) {
  const most = Math.max(1, ...(counts ?? []));
  return (
    <Tabs.List className={`${layout['card']} ${styles['list']}`} aria-label="First letter">
      {LETTERS.map((name, i) => {
        const count = counts?.[i];
        return (
          <Tabs.Tab
            key={name}
            value={name}
            className={styles['tab'] ?? ''}
            title={count === undefined ? undefined : counted(count, 'mapping')}
            data-empty={count === 0 || undefined}
            // While searching no tab is selected, and choosing the one that was must still bring it back.
            onClick={() => letter === null && onLetter(name)}
          >
            <span className={styles['bar']} aria-hidden="true">
              <span style={{ blockSize: `${(100 * (count ?? 0)) / most}%` }} />
            </span>
            {name}
          </Tabs.Tab>
        );
      })}
    </Tabs.List>
  );
});
