import { get, set } from 'idb-keyval';
import { BOOKED_ROWS_KEY } from '#contract/browserStorage.ts';

/** So many rows are remembered, the last ones: of twenty years, at 25,000 a year. */
const MOST = 500_000;

/** Prints of the rows that this browser has exported as a journal; none where it cannot tell. */
export async function readBookedRows(): Promise<Float64Array> {
  try {
    return (await get<Float64Array>(BOOKED_ROWS_KEY)) ?? new Float64Array();
  } catch (error) {
    console.warn('It is not known which rows were booked before:', error);
    return new Float64Array();
  }
}

/** Remembers the rows of a journal. Rejects when the browser refuses. */
export async function rememberBookedRows(prints: Float64Array): Promise<void> {
  const all = new Set([...(await readBookedRows()), ...prints]);
  await set(BOOKED_ROWS_KEY, Float64Array.from([...all].slice(-MOST)));
}
