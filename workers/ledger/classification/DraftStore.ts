import { del, get, set } from 'idb-keyval';
import { draftNotesKey, draftTextKey } from '#contract/browserStorage.ts';
import { inTime } from '#contract/inTime.ts';
import type { Draft, DraftNotes, DraftText } from '#contract/ledger.ts';
import { STORAGE_TIMEOUT_MS } from '#model/limits.ts';
import type { Timing } from '../timing.ts';

/** The text is saved this long after it came, in milliseconds: the first accounts go first. */
const SAVE_AFTER_MS = 200;

/** Where the draft of one user is stored in this browser. Every method rejects when the browser refuses. */
export type DraftStorage = {
  /** Null for nothing. */
  read(): Promise<Draft | null>;
  /** Each resolves when it is stored. */
  writeText(text: DraftText): Promise<void>;
  writeNotes(notes: DraftNotes): Promise<void>;
  delete(): Promise<void>;
};

/** Saves the text on the page and its edits over a reload, one write after another. */
export class DraftStore {
  readonly #storage: DraftStorage;
  readonly #timing: Pick<Timing, 'after'>;
  readonly #onFailed: (detail: string) => void;
  #lastWrite: Promise<void> = Promise.resolve();
  /** Cancels the writing of a text that is still to be written; null when it has been written. */
  #cancelSave: (() => void) | null = null;
  /** Notes are about to be written: they will have what changes until then. */
  #areNotesDue = false;

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
    this.#cancelSave?.();
    this.#cancelSave = null;
    if (text.text === '') {
      this.#write(() => this.#storage.delete());
      return;
    }
    this.#cancelSave = this.#timing.after(SAVE_AFTER_MS, () => {
      this.#cancelSave = null;
      this.#write(() => this.#storage.writeText(text));
      this.#write(() => this.#storage.writeNotes(notesNow()));
    });
  }

  /**
   * Saves what has changed about the text; does nothing while the text itself is still to be saved with its notes.
   * Changes in a row are saved together: those of the list come many at a time.
   */
  saveNotes(notesNow: () => DraftNotes): void {
    if (this.#cancelSave !== null || this.#areNotesDue) return;
    this.#areNotesDue = true;
    this.#write(async () => {
      this.#areNotesDue = false;
      // Another text has come: it is saved with its own notes.
      if (this.#cancelSave === null) await this.#storage.writeNotes(notesNow());
    });
  }

  #write(write: () => Promise<void>): void {
    this.#lastWrite = this.#lastWrite
      .then(() => this.#inTime(write()))
      .catch((error: unknown) => this.#onFailed(String(error)));
  }

  #inTime<T>(answer: Promise<T>): Promise<T> {
    return inTime(answer, STORAGE_TIMEOUT_MS, this.#timing.after);
  }
}

type Stamped<T> = T & { readonly stamp: number };

/** Stores the draft of the user `uid` in IndexedDB. */
export function openDraftStorage(uid: string): DraftStorage {
  const textKey = draftTextKey(uid);
  const notesKey = draftNotesKey(uid);
  /** Notes carry the stamp of their text: another tab may have stored another text in between. */
  let stamp = 0;
  return {
    async read() {
      const [text, notes] = await Promise.all([
        get<Stamped<DraftText>>(textKey),
        get<Stamped<DraftNotes>>(notesKey),
      ]);
      if (text === undefined) return null;
      stamp = text.stamp;
      // Former versions stored less.
      const saved: Partial<DraftNotes> = notes?.stamp === stamp ? notes : {};
      const { isCounted = false, edits = [], kept = [], otherColumns = [] } = saved;
      const { headerIsRow = false } = text as Partial<DraftText>;
      return { text: text.text, column: text.column, headerIsRow, isCounted, edits, kept, otherColumns };
    },
    writeText(text) {
      stamp = Date.now();
      return set(textKey, { ...text, stamp });
    },
    writeNotes: (notes) => set(notesKey, { ...notes, stamp }),
    async delete() {
      await Promise.all([del(textKey), del(notesKey)]);
    },
  };
}
