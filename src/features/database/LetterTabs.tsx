import { Tabs } from '@mantine/core';
import { memo } from 'react';
import { LETTERS, type Letter } from '#model/letter.ts';
import { counted } from '#model/text/figures.ts';
import styles from './LetterTabs.module.css';

type Props = {
  /** Null while a search goes over all letters. */
  letter: Letter | null;
  /** Mappings per letter, in the order of the tabs; missing until they are known. */
  counts: readonly number[] | undefined;
  onLetter: (letter: Letter) => void;
};

/** A tab per letter with a bar as high as it has mappings; the number is its title. The panel is the table, which the page draws. */
export const LetterTabs = memo(function LetterTabs({ letter, counts, onLetter }: Props) {
  const most = Math.max(1, ...(counts ?? []));
  return (
    <Tabs.List className={styles['list'] ?? ''} aria-label="First letter">
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
