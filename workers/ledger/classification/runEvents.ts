import type { MappingLabel, RowState, RunEvent, RunId } from '#contract/ledger.ts';
import type { RowRange } from './ClassificationRun.ts';
import type { ResultTable } from './ResultTable.ts';

/** What is to be told about a run, and the buffers that are handed over with it. */
export type RunMessage = { readonly event: RunEvent; readonly transfer: ArrayBuffer[] };

/** The rows of a text of which nothing is classified yet. */
export function rowsMessage(run: RunId, text: string, table: ResultTable): RunMessage {
  const starts = table.rows.starts.slice();
  const ends = table.rows.ends.slice();
  const { columns } = table.pasted;
  const changedText = table.rows.text === text ? null : table.rows.text;
  return {
    event: { kind: 'rows', run, text: changedText, starts, ends, columns, edits: [...table.edits] },
    transfer: [starts.buffer, ends.buffer],
  };
}

/** A batch that has just been classified: `ids` are handed over. */
export function batchMessage(
  run: RunId,
  table: ResultTable,
  { rows, ids, percent, visible }: Batch,
): RunMessage {
  const labels = labelsOnScreen(table, rows, visible);
  return { event: { kind: 'batch', run, from: rows.from, ids, percent, labels }, transfer: [ids.buffer] };
}

type Batch = {
  readonly rows: RowRange;
  readonly ids: Int32Array<ArrayBuffer>;
  readonly percent: number;
  readonly visible: RowRange;
};

/** Rows that a change of the mapping list made look different. */
export function changeMessage(run: RunId, states: readonly RowState[]): RunMessage {
  const rows = Uint32Array.from(states, ({ row }) => row);
  const shown = Int32Array.from(states, (state) => state.shown);
  const suggested = Int32Array.from(states, (state) => state.suggested);
  return {
    event: { kind: 'changed', run, rows, shown, suggested },
    transfer: [rows.buffer, shown.buffer, suggested.buffer],
  };
}

/** How the rows of a batch that are on screen are drawn: asking for it would cost a frame or two. */
function labelsOnScreen(
  table: ResultTable,
  rows: RowRange,
  visible: RowRange,
): (readonly [number, MappingLabel])[] {
  const labels = new Map<number, MappingLabel>();
  for (let row = Math.max(rows.from, visible.from); row < Math.min(rows.to, visible.to); row++) {
    const id = table.shown(row);
    const label = table.label(id);
    if (label !== undefined) labels.set(id, label);
  }
  return [...labels];
}
