import type { Draft, DraftNotes, DraftText } from '#contract/ledger.ts';
import type { Timing } from '../timing.ts';
import type { DraftStore } from './draftStore.ts';

/** The text is written so long after it came, in milliseconds: the first accounts go first. */
const KEEP_AFTER_MS = 200;

/** Keeps the text on the page and its edits, one write after another. */
export class DraftKeeper {
  readonly #keep: DraftStore;
  readonly #timing: Pick<Timing, 'after'>;
  readonly #onFailed: (detail: string) => void;
  #lastWrite: Promise<void> = Promise.resolve();
  /** Calls off the writing of a text that is still to be written; null when it has been written. */
  #callOff: (() => void) | null = null;

  constructor(keep: DraftStore, timing: Pick<Timing, 'after'>, onFailed: (detail: string) => void) {
    this.#keep = keep;
    this.#timing = timing;
    this.#onFailed = onFailed;
  }

  /** Null when nothing was kept, or the browser keeps nothing. */
  async read(): Promise<Draft | null> {
    try {
      return await this.#keep.read();
    } catch (error) {
      this.#onFailed(reasonOf(error));
      return null;
    }
  }

  /** Keeps a text in place of the last one; an empty one only takes the last away. */
  keepSoon(text: DraftText, notesNow: () => DraftNotes): void {
    this.#callOff?.();
    this.#callOff = null;
    if (text.text === '') {
      this.#write(() => this.#keep.drop());
      return;
    }
    this.#callOff = this.#timing.after(KEEP_AFTER_MS, () => {
      this.#callOff = null;
      this.#write(() => this.#keep.keepText(text));
      this.#write(() => this.#keep.keepNotes(notesNow()));
    });
  }

  /** Keeps what has changed about the text; with the text, if that is still to be written. */
  keepNotes(notes: DraftNotes): void {
    if (this.#callOff === null) this.#write(() => this.#keep.keepNotes(notes));
  }

  #write(write: () => Promise<void>): void {
    this.#lastWrite = this.#lastWrite.then(write).catch((error: unknown) => this.#onFailed(reasonOf(error)));
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
