import { Button } from '@mantine/core';
import styles from './Verification.module.css';

type Props = {
  row: number;
  suggestion: string;
  /** Only the row that the keyboard is in has its buttons in the tab order. */
  isReachable: boolean;
  onTakeNew: () => void;
  onKeepCurrent: () => void;
};

/** The account that a change of the mapping list suggests for a row, to be taken or turned down. */
export function Verification({ row, suggestion, isReachable, onTakeNew, onKeepCurrent }: Props) {
  const tabIndex = isReachable ? 0 : -1;
  return (
    <>
      <span className={styles['suggestion']} title={`Newly calculated account: ${suggestion}`}>
        <span aria-hidden="true">→ </span>
        <span className={styles['hidden']}>, newly calculated </span>
        {suggestion}
      </span>
      <span className={styles['actions']}>
        <Button
          size="compact-xs"
          variant="filled"
          tabIndex={tabIndex}
          aria-description={`Row ${row + 1}`}
          onClick={onTakeNew}
        >
          Use New
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          tabIndex={tabIndex}
          aria-description={`Row ${row + 1}`}
          onClick={onKeepCurrent}
        >
          Keep Current
        </Button>
      </span>
    </>
  );
}
