import { Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useChart } from '../../chart/ChartProvider.tsx';
import { accountNames } from '../../services/chart.ts';
import styles from './AccountNames.module.css';
import type { RowStore } from './RowStore.ts';

const STORAGE_KEY = 'account-names';
const OFF = 'off';

/** The switch that shows the names of accounts beside their codes; nothing where no account has a name. */
export function AccountNames({ store }: { store: RowStore }) {
  const chart = useChart(store.ledger);
  const [isOn, setOn] = useState(isSwitchedOn);
  const hasNames = chart?.accounts.some(({ name }) => name !== '') === true;
  useEffect(() => {
    const className = styles['name'] ?? '';
    store.names.set(isOn && hasNames ? { byCode: accountNames(chart), className } : null);
  }, [store, chart, isOn, hasNames]);
  if (!hasNames) return null;
  return (
    <Checkbox
      size="xs"
      label="Account names"
      title="Shows the name beside each account, here and in exports. Copies have the codes only."
      checked={isOn}
      onChange={(event) => {
        setOn(event.currentTarget.checked);
        switchOn(event.currentTarget.checked);
      }}
    />
  );
}

/** Names are shown unless they were switched off in this browser. */
function isSwitchedOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== OFF;
  } catch {
    // Storage is blocked.
    return true;
  }
}

function switchOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, OFF);
  } catch (error) {
    console.warn('The choice of account names will be gone with the page:', error);
  }
}
