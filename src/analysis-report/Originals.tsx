import { Button, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Mapping } from '#model/mapping.ts';
import styles from './Originals.module.css';

/** Originals shown without being asked for, and those that one request adds. */
const AT_FIRST = 10;
const MORE_AT_ONCE = 200;

type Props = {
  count: number;
  /** Originals `from` to `to` (excluded). */
  load: (from: number, to: number) => Promise<readonly Mapping[]>;
};

/** The mappings that a keyword was found in: ten, then all on demand. */
export function Originals({ count, load }: Props) {
  const [shown, setShown] = useState<readonly Mapping[]>([]);
  const [wanted, setWanted] = useState(AT_FIRST);
  const loadLatest = useRef(load);
  loadLatest.current = load;
  useEffect(() => {
    let isCurrent = true;
    void loadLatest.current(0, wanted).then((originals) => {
      if (isCurrent) setShown(originals);
    });
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  const left = count - shown.length;
  return (
    <div>
      <ul className={styles['originals']} aria-label="Original keywords">
        {shown.map(({ key, description }) => (
          <li key={key}>
            <Text size="xs" component="span">
              {description}
            </Text>
          </li>
        ))}
      </ul>
      {shown.length > 0 && left > 0 && (
        <Button
          size="compact-xs"
          variant="default"
          mt={4}
          onClick={() => setWanted(shown.length + MORE_AT_ONCE)}
        >
          {left <= MORE_AT_ONCE ? `Show all ${count.toLocaleString('en-US')}` : `Show ${MORE_AT_ONCE} more`}
        </Button>
      )}
    </div>
  );
}
