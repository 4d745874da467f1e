import { MAX_READ_MS, TOO_SLOW } from '#model/fileReading.ts';
import { grouped } from '#model/text/figures.ts';

/** What reading a file allocates, with the most that it may and the words for it. */
const LIMITS = {
  /** Of a workbook, all of which is held until its last sheet is read: the bytes of its parts. */
  unpacked: [250_000_000, 'bytes unpacked'],
  /** Entries of its archive that are looked at: all of them for each part. */
  entries: [3_000_000, 'places in its archive'],
  cells: [5_000_000, 'cells'],
  /** Places of a row up to its last cell, which is what a row takes in memory. */
  slots: [10_000_000, 'places in its rows'],
  /** Places from the first cell to the last one: a sheet with little in a far corner is no list. */
  places: [25_000_000, 'places'],
  areas: [500_000, 'merged areas'],
  /** In cells, a shared text as often as a cell names it. */
  characters: [200_000_000, 'characters in its cells'],
  /** Of a text, which is read piece by piece: its characters, and the fields that are made of them. */
  text: [1_000_000_000, 'characters'],
  fields: [500_000_000, 'fields'],
} as const;

export type Allocation = keyof typeof LIMITS;

/** Why a file is too large, in words for a message. */
export class TooLargeError extends Error {}

/**
 * What one file may take. Whatever reads it counts here before it allocates, and lets the clock be looked at in every piece:
 * a file of a few kilobytes can ask for gigabytes, or for hours.
 */
export class ReadBudget {
  readonly #taken: Partial<Record<Allocation, number>> = {};
  readonly #now: () => number;
  readonly #until: number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#until = now() + MAX_READ_MS;
  }

  taken(what: Allocation): number {
    return this.#taken[what] ?? 0;
  }

  /** `words`: what is too large, in place of the limit. @throws TooLargeError */
  take(what: Allocation, count: number, words?: string): void {
    this.foresee(what, count, words);
    this.#taken[what] = this.taken(what) + count;
  }

  /** As if so much were taken; it is counted when it is. @throws TooLargeError */
  foresee(what: Allocation, count: number, words?: string): void {
    const [most, unit] = LIMITS[what];
    if (this.taken(what) + count > most)
      throw new TooLargeError(words ?? `more than ${grouped(most)} ${unit}`);
  }

  /** @throws TooLargeError when the time is up */
  checkTime(): void {
    if (this.#now() > this.#until) throw new TooLargeError(TOO_SLOW.limit);
  }
}
