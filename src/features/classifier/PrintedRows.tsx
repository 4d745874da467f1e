import { Title } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { messages } from '#model/text/messages.ts';
import type { RowStore } from '../../rows/RowStore.ts';
import { TableHead } from '../../ui/TableHead.tsx';
import table from '../../ui/table.module.css';

/** More rows than this are some forty sheets: a file serves better. */
const MAX_PRINTED = 2_000;

type Props = { store: RowStore };

/**
 * The rows of the list on paper. On screen only those in sight are drawn, and a print of the screen would leave out most
 * rows: while the browser prints, this component replaces the page.
 */
export function PrintedRows({ store }: Props) {
  const isPrinting = useIsPrinting();
  const { rows } = useSyncExternalStore(store.shownRows.state.subscribe, store.shownRows.state.get);
  const progress = useSyncExternalStore(store.progress.subscribe, store.progress.get);
  const { all } = useSyncExternalStore(store.counts.subscribe, store.counts.get);
  const count = rows?.length ?? all;
  const positions = Array.from({ length: Math.min(count, MAX_PRINTED) }, (_, i) => i);

  // The labels of rows that were never in sight are requested beforehand: printing does not wait.
  useEffect(() => {
    if (progress.kind !== 'complete') return;
    for (let i = 0; i < Math.min(count, MAX_PRINTED); i++) store.buffer.row(store.shownRows.rowAt(i));
  }, [store, progress, count]);

  if (!isPrinting || all === 0) return null;
  return createPortal(
    <div data-print-view>
      <Title order={1}>GL accounts</Title>
      <p>{describe(count, all, progress.kind === 'running' ? progress.percent : 100)}</p>
      <table className={table['table']}>
        <TableHead names={['Row', 'Description', 'GL Account']} />
        <tbody>
          {positions.map((position) => {
            const row = store.shownRows.rowAt(position);
            const { description, account = 'not known yet' } = store.buffer.row(row);
            return (
              <tr key={row}>
                <td>{row + 1}</td>
                <td>{description}</td>
                <td>
                  {account} {store.names.get()?.get(account)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}

/** The note above the table: which rows are printed, and which are not. */
function describe(count: number, all: number, percent: number): string {
  return [
    messages.rowsPrinted(count, all, new Date()),
    ...(percent < 100 ? [messages.printedEarly(percent)] : []),
    ...(count > MAX_PRINTED ? [messages.printedInPart(MAX_PRINTED)] : []),
  ].join(' ');
}

/** True while the browser prints; `flushSync` draws before it does. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
