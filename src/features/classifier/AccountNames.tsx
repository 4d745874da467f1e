import { useEffect, useState } from 'react';
import { messages } from '#model/text/messages.ts';
import { useChart } from '../../chart/ChartProvider.tsx';
import { areNamesOn, switchNames } from '../../chart/namesSwitch.ts';
import type { RowStore } from '../../rows/RowStore.ts';
import { accountNames } from '../../services/chart.ts';
import { TickBox } from '../../ui/TickBox.tsx';

/** The switch that shows the names of accounts beside their codes; nothing where no account has a name. */
export function AccountNames({ store }: { store: RowStore }) {
  const chart = useChart(store.ledger);
  const [isOn, setOn] = useState(areNamesOn);
  const hasNames = chart?.accounts.some(({ name }) => name !== '') === true;
  useEffect(() => {
    store.names.set(isOn && hasNames ? accountNames(chart) : null);
  }, [store, chart, isOn, hasNames]);
  if (!hasNames) return null;
  return (
    <TickBox
      label="Account names"
      title={messages.namesShown}
      checked={isOn}
      onChange={(event) => {
        setOn(event.currentTarget.checked);
        switchNames(event.currentTarget.checked);
      }}
    />
  );
}
