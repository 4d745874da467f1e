import type { LedgerEvent } from '#contract/ledger.ts';
import { utcDay } from '#model/day.ts';
import type { Email } from '#model/email.ts';
import type { LedgerDatabase } from '../database.ts';
import type { Timing } from '../timing.ts';
import { addUsage } from './usage.ts';

export type DescriptionCounterParts = {
  readonly database: Pick<LedgerDatabase, 'update'>;
  readonly email: Email;
  readonly timing: Pick<Timing, 'now'>;
  emit(event: LedgerEvent): void;
};

/** Adds what is classified to the usage counters (design §9): the same text is not counted twice. */
export class DescriptionCounter {
  readonly #parts: DescriptionCounterParts;
  /** The text that was counted last. */
  #countedText: string | null = null;

  constructor(parts: DescriptionCounterParts) {
    this.#parts = parts;
  }

  hasCounted(text: string): boolean {
    return text === this.#countedText;
  }

  /** `text` was counted before the page was loaded anew. */
  remember(text: string): void {
    this.#countedText = text;
  }

  /** Counts a text that was classified to its end; says whether it did, or had done so before. */
  countText(text: string, descriptions: number): boolean {
    if (descriptions === 0 || this.hasCounted(text)) return false;
    this.#countedText = text;
    void this.#add(descriptions);
    return true;
  }

  /** Counts a row that the user has given a text of their own. */
  countEdit(text: string): void {
    if (text.trim() !== '') void this.#add(1);
  }

  async #add(descriptions: number): Promise<void> {
    const { database, email, timing, emit } = this.#parts;
    try {
      await addUsage(database, email, utcDay(timing.now()), descriptions);
    } catch (error) {
      emit({ kind: 'usage-failed', detail: error instanceof Error ? error.message : String(error) });
    }
  }
}
