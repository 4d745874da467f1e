import type { SerializedMappings } from '#contract/serializedMappings.ts';
import { CLASSIFY_DEBOUNCE_MS } from '#model/limits.ts';
import type { AnalysisService, ImportedPairs, ImportOutcome } from '../../services/analysis.ts';
import { createObservable } from '../../services/observable.ts';
import { keepPendingPairs, NO_PAIRS, readPendingPairs } from '../../services/pendingPairs.ts';

/** Why pending pairs do not outlive the page, or could not be brought back. */
export type StorageNote =
  | { readonly kind: 'not-kept'; readonly detail: string }
  | { readonly kind: 'unreadable'; readonly raw: string };

export type PairTextState = {
  /** What the text holds; null when it is blank. */
  readonly imported: ImportedPairs | null;
  /** The text has changed since, and is read after a pause. */
  readonly isReading: boolean;
  /** A first line that names the columns is taken for a pair. */
  readonly keepsHeader: boolean;
  /** The file being read, with the share done. */
  readonly file: { readonly name: string; readonly share: number } | null;
  readonly storage: StorageNote | null;
};

export type PairTextParts = {
  /** Whose pairs they are (uid). */
  readonly owner: string;
  /** Null while the screen is not there. */
  readonly service: () => AnalysisService | null;
  /** The user changes the text, or what is made of it. */
  readonly onChanging: () => void;
  readonly onPairs: (pairs: SerializedMappings) => void;
};

const BLANK: PairTextState = {
  imported: null,
  isReading: false,
  keepsHeader: false,
  file: null,
  storage: null,
};

/** The text in the box, what it holds, and the copy of it that this browser keeps over reloads. */
export class PairText {
  readonly state = createObservable<PairTextState>(BLANK);
  /** Texts that take the place of what is in the box. */
  readonly replaced = createObservable<{ readonly text: string }>({ text: '' });
  readonly #parts: PairTextParts;
  #text = '';
  #isOpened = false;
  #reading = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #fileReading = new AbortController();
  /** The text is what was kept; there is no need to keep it once more. */
  #isKept = false;
  #keeping: Promise<void> = Promise.resolve();

  constructor(parts: PairTextParts) {
    this.#parts = parts;
  }

  get text(): string {
    return this.#text;
  }

  /** Brings back what was kept, or reads the text again for a new worker. */
  async open(): Promise<void> {
    if (this.#text !== '') return this.#read();
    if (this.#isOpened) return;
    this.#isOpened = true;
    const kept = await readPendingPairs(this.#parts.owner);
    if (kept.kind === 'unreadable') this.#set({ storage: kept });
    if (kept.kind === 'unavailable') this.#set({ storage: { kind: 'not-kept', detail: kept.detail } });
    if (kept.kind !== 'kept') return;
    const text = await this.#textOf(kept.pairs);
    // Whoever has typed meanwhile means what they typed.
    if (text !== undefined && this.#text === '') {
      this.#isKept = true;
      this.#replace(text);
    } else if (text === undefined) this.#isOpened = false;
  }

  /** The text as it is in the box now; it is read after a pause. */
  take(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#parts.onChanging();
    this.#set({ isReading: true });
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.#read(), CLASSIFY_DEBOUNCE_MS);
  }

  /** Puts a text into the box in place of what is there, and reads it at once. */
  put(text: string): void {
    this.#parts.onChanging();
    this.#replace(text);
  }

  /** Puts lines below what is in the box. */
  add(lines: string): void {
    const gap = this.#text === '' || this.#text.endsWith('\n') ? '' : '\n';
    this.put(this.#text + gap + lines);
  }

  keepHeader(keepsHeader: boolean): void {
    this.#parts.onChanging();
    this.#set({ keepsHeader });
    void this.#read();
  }

  /** Puts what was cleared back above what has come since. */
  restore(text: string, keepsHeader: boolean): void {
    this.#set({ keepsHeader });
    this.put(this.#text === '' ? text : `${text}${text.endsWith('\n') ? '' : '\n'}${this.#text}`);
  }

  /** Reads a file and puts its lines below what is in the box. */
  async readFile(file: File): Promise<ImportOutcome> {
    const service = this.#parts.service();
    if (!service) return { kind: 'cancelled' };
    this.cancelFile();
    const { signal } = this.#fileReading;
    const show = (share: number) => {
      if (!signal.aborted) this.#set({ file: { name: file.name, share } });
    };
    show(0);
    try {
      const outcome = await service.readFile(file, this.#text.trim() === '', { onProgress: show, signal });
      if (outcome.kind === 'lines' && !signal.aborted) this.add(outcome.text);
      return outcome;
    } finally {
      if (!signal.aborted) this.#set({ file: null });
    }
  }

  cancelFile(): void {
    this.#fileReading.abort();
    this.#fileReading = new AbortController();
    this.#set({ file: null });
  }

  /** Forgets what could not be read, which its place in the browser was kept for. */
  forgetUnreadable(): void {
    this.#set({ storage: null });
    this.#keep(this.state.get().imported?.pairs ?? NO_PAIRS);
  }

  /** Undefined where there is nobody to ask, or what the browser kept cannot be read. */
  async #textOf(kept: SerializedMappings): Promise<string | undefined> {
    try {
      return await this.#parts.service()?.toText(kept);
    } catch {
      const raw = await kept.blob.text().catch(String);
      this.#set({ storage: { kind: 'unreadable', raw } });
      return undefined;
    }
  }

  #replace(text: string): void {
    this.#text = text;
    this.replaced.set({ text });
    void this.#read();
  }

  async #read(): Promise<void> {
    clearTimeout(this.#pause);
    const reading = ++this.#reading;
    if (this.#text.trim() === '') {
      this.#set({ imported: null, isReading: false, keepsHeader: false });
      this.#hand(NO_PAIRS);
      return;
    }
    this.#set({ isReading: true });
    const imported = await this.#parts.service()?.readText(this.#text, this.state.get().keepsHeader);
    if (!imported || reading !== this.#reading) return;
    this.#set({ imported, isReading: false });
    this.#hand(imported.pairs);
  }

  #hand(pairs: SerializedMappings): void {
    this.#parts.onPairs(pairs);
    if (!this.#isKept) this.#keep(pairs);
    this.#isKept = false;
  }

  /** One after the other, so that the last is the one that stays. */
  #keep(pairs: SerializedMappings): void {
    this.#keeping = this.#keeping.then(() => this.#keepNow(pairs));
  }

  async #keepNow(pairs: SerializedMappings): Promise<void> {
    const { storage } = this.state.get();
    // The only copy of what could not be read is not written over before it was looked at.
    if (storage?.kind === 'unreadable') return;
    const result = await keepPendingPairs(this.#parts.owner, pairs, new Date());
    if (result.kind === 'failed') this.#set({ storage: { kind: 'not-kept', detail: result.detail } });
    else if (storage !== null) this.#set({ storage: null });
  }

  #set(change: Partial<PairTextState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}
