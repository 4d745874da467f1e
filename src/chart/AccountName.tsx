import layout from '../ui/layout.module.css';
import { useAccountName } from './ChartProvider.tsx';

/** The name of an account, to stand behind its code; nothing where it has none. */
export function AccountName({ code }: { code: string }) {
  const name = useAccountName(code);
  return name === undefined ? null : <span className={layout['quiet']}> {name}</span>;
}
