import { Tabs } from '@mantine/core';
import { memo } from 'react';
import { LETTERS, type Letter } from '#model/letter.ts';
import { grouped } from '#model/text/figures.ts';
import styles from './LetterTabs.module.css';

type Props = {
  /** Null while a search goes over all letters. */
  letter: Letter | null;
  /** Mappings per letter, in the order of the tabs; missing until they are known. */
  counts: readonly number[] | undefined;
  onLetter: (letter: Letter) => void;
};

/** A tab per letter with the number of its mappings. The panel is the table, which the page draws. */
export const LetterTabs = memo(function LetterTabs({ letter, counts, onLetter }: Props) {
  return (
    <Tabs.List className={styles['list'] ?? ''} aria-label="First letter">
      {LETTERS.map((name, i) => {
        const count = counts?.[i];
        return (
          <Tabs.Tab
            key={name}
            value={name}
            className={styles['tab'] ?? ''}
            data-empty={count === 0 || undefined}
            // While searching no tab is selected, and choosing the one that was must still bring it back.
            onClick={() => letter === null && onLetter(name)}
          >
            {name}
            {/* Not part of the accessible name: the count of the chosen letter stands above the table. */}
            <span className={styles['count']} aria-hidden="true">
              {count === undefined ? '\u00a0' : grouped(count)}
            </span>
          </Tabs.Tab>
        );
      })}
    </Tabs.List>
  );
});
