import styles from './TopBar.module.css';

type Props = {
  /** What the link is described by. */
  id: string;
  /** The number as it is shown, such as `20+`. */
  count: string;
  /** The same in words, for screen readers; the name of the link stays as it is. */
  words: string;
};

/** How much waits behind a link. */
export function WaitingCount({ id, count, words }: Props) {
  return (
    <>
      <span className={styles['count']} aria-hidden="true">
        {count}
      </span>
      <span id={id} hidden>
        {words}
      </span>
    </>
  );
}
