import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ListedLine, PairListName } from '../../services/analysis.ts';
import styles from './DryRunSummary.module.css';
import type { DryRunRow } from './dryRunRows.ts';

/** Lines shown at first, and those that one request adds: drawn without holding up the page. */
const AT_ONCE = 100;

type Props = {
  row: DryRunRow;
  load: (name: PairListName, from: number, to: number) => Promise<readonly ListedLine[]>;
};

/** The lines of one list of the dry run. */
export function PairLines({ row: { name, label, count, columns }, load }: Props) {
  const [lines, setLines] = useState<readonly ListedLine[]>([]);
  const [wanted, setWanted] = useState(AT_ONCE);
  const latestLoad = useRef(load);
  latestLoad.current = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count means other lines.
  useEffect(() => {
    let isCurrent = true;
    void latestLoad.current(name, 0, wanted).then((loaded) => {
      if (isCurrent) setLines(loaded);
    });
    return () => {
      isCurrent = false;
    };
  }, [name, wanted, count]);
  const left = count - lines.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles['scroll']} aria-label={`${label}: lines`} tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((cells, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place.
            <tr key={line}>
              {columns.map((column, i) => (
                <td key={column}>{cells[i]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length >= wanted && left > 0 && (
        <Button size="compact-xs" variant="default" onClick={() => setWanted(wanted + AT_ONCE)}>
          Show {Math.min(left, AT_ONCE)} more of {count.toLocaleString('en-US')}
        </Button>
      )}
    </section>
  );
}
