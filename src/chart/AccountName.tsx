import { useAccountName } from './ChartProvider.tsx';
import styles from './chart.module.css';

/** The name of an account, to stand behind its code; nothing where it has none. */
export function AccountName({ code }: { code: string }) {
  const name = useAccountName(code);
  return name === undefined ? null : <span className={styles['name']}> {name}</span>;
}
