import { inTime } from '#contract/inTime.ts';
import type { Draft, DraftNotes, DraftText } from '#contract/ledger.ts';
import { STORAGE_TIMEOUT_MS } from '#model/limits.ts';
import type { UsageRun } from '#model/usage.ts';
import type { Timing } from '../timing.ts';

/** The text is saved this long after it came, in milliseconds: the first accounts go first. */
const SAVE_AFTER_MS = 200;

/**
 * Where the draft of one user is stored in this browser, and what is to be counted of it. Every method rejects when the
 * browser refuses.
 */
export type DraftStorage = {
  /** Null for nothing. */
  read(): Promise<Draft | null>;
  /** Each resolves when it is stored. */
  writeText(text: DraftText): Promise<void>;
  /** The runs too, or nothing: the notes say that they are counted. */
  writeNotes(notes: DraftNotes, runs: readonly UsageRun[]): Promise<void>;
  delete(): Promise<void>;
  /** The runs that were not deleted, those of other tabs included. */
  readRuns(): Promise<readonly UsageRun[]>;
  deleteRun(run: UsageRun): Promise<void>;
};

/**
 * Saves the text on the page and its edits over a reload, one write after another; with them, the runs that the usage
 * counters may not have yet.
 */
export class DraftStore {
  readonly #storage: DraftStorage;
  readonly #timing: Pick<Timing, 'after'>;
  readonly #onFailed: (detail: string) => void;
  #lastWrite: Promise<void> = Promise.resolve();
  /** A text that is still to be written; null when it has been written. */
  #dueText: { cancel(): void; write(): void } | null = null;
  /** Number of the text on the page. */
  #text = 0;
  /** Number of the text whose notes are about to be written: they will have what changes until then. */
  #notesDue = -1;
  /** Runs that are stored with the next notes. */
  readonly #newRuns: UsageRun[] = [];

  constructor(storage: DraftStorage, timing: Pick<Timing, 'after'>, onFailed: (detail: string) => void) {
    this.#storage = storage;
    this.#timing = timing;
    this.#onFailed = onFailed;
  }

  /** Null when nothing was saved, or the browser refuses or does not answer in time. */
  async read(): Promise<Draft | null> {
    try {
      return await this.#inTime(this.#storage.read());
    } catch (error) {
      this.#onFailed(String(error));
      return null;
    }
  }

  /** Saves a text in place of the last one; an empty one only deletes the last. */
  saveSoon(text: DraftText, notesNow: () => DraftNotes): void {
    this.#dueText?.cancel();
    this.#dueText = null;
    this.#text++;
    if (text.text === '') {
      this.#write(() => this.#storage.delete());
      return;
    }
    const write = () => {
      this.#dueText = null;
      this.#write(() => this.#storage.writeText(text));
      this.#writeNotes(notesNow);
    };
    this.#dueText = { cancel: this.#timing.after(SAVE_AFTER_MS, write), write };
  }

  /**
   * Saves what has changed about the text; does nothing while the text itself is still to be saved with its notes.
   * Changes in a row are saved together: those of the list come many at a time.
   */
  saveNotes(notesNow: () => DraftNotes): void {
    if (this.#dueText !== null || this.#notesDue === this.#text) return;
    this.#notesDue = this.#text;
    this.#writeNotes(() => {
      this.#notesDue = -1;
      return notesNow();
    });
  }

  /**
   * Saves at once the notes that say that `runs` are counted, and the runs with them. Resolves when they are stored, or the
   * browser has refused: only then may they be sent. Whatever closes the page, they are counted once: by this page, by the
   * next one with {@link readRuns}, or, if nothing was stored, with the text that comes back.
   */
  saveCounted(notesNow: () => DraftNotes, runs: readonly UsageRun[]): Promise<void> {
    this.#newRuns.push(...runs);
    this.#dueText?.cancel();
    this.#dueText?.write();
    return this.#writeNotes(notesNow, notesNow());
  }

  /** The runs of former pages that the counters may not have; none when the browser refuses. */
  readRuns(): Promise<readonly UsageRun[]> {
    return this.#inTime(this.#storage.readRuns()).catch(() => []);
  }

  /** Call it once the server has answered: the run is not sent again. */
  deleteRun(run: UsageRun): void {
    void this.#write(() => this.#storage.deleteRun(run));
  }

  /** Of a text that has been replaced by then, only `last` is written: the notes would be those of the next text. */
  #writeNotes(notesNow: () => DraftNotes, last?: DraftNotes): Promise<void> {
    const text = this.#text;
    return this.#write(async () => {
      const notes = text === this.#text ? notesNow() : last;
      if (notes) await this.#storage.writeNotes(notes, this.#newRuns.splice(0));
    });
  }

  #write(write: () => Promise<void>): Promise<void> {
    this.#lastWrite = this.#lastWrite
      .then(() => this.#inTime(write()))
      .catch((error: unknown) => this.#onFailed(String(error)));
    return this.#lastWrite;
  }

  #inTime<T>(answer: Promise<T>): Promise<T> {
    return inTime(answer, STORAGE_TIMEOUT_MS, this.#timing.after);
  }
}
