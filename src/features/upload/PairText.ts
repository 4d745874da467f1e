import type { ImportedPairs, ImportedText, ImportOutcome } from '#contract/analysis.ts';
import { CLASSIFY_DEBOUNCE_MS } from '#model/limits.ts';
import type { SerializedMappings } from '#model/serializedMappings.ts';
import type { AnalysisService } from '../../services/analysis.ts';
import { createObservable } from '../../services/observable.ts';
import { NO_PAIRS, readPendingPairs, savePendingPairs } from '../../services/uploadStorage.ts';

/** Why pending pairs do not outlive the page, or could not be brought back. */
export type StorageProblem =
  | { readonly kind: 'not-saved'; readonly detail: string }
  | { readonly kind: 'unreadable'; readonly raw: string };

export type PairTextState = {
  /** What the text holds; null when it is blank. */
  readonly imported: ImportedPairs | null;
  /** The text has changed since, and is read after a pause. */
  readonly isReading: boolean;
  /** A first line that names the columns counts as a pair. */
  readonly headerIsPair: boolean;
  /** The file being read, with the share done. */
  readonly file: { readonly name: string; readonly share: number } | null;
  readonly storage: StorageProblem | null;
};

type PairTextOptions = {
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
  headerIsPair: false,
  file: null,
  storage: null,
};

/**
 * The text in the box, what it holds, and the copy of its pairs that this browser stores over reloads. The whole text
 * is here and the analysis worker has what it was parsed to: a worker that breaks must be replaceable, and a copy
 * command of the box cannot wait for a worker.
 */
export class PairText {
  readonly state = createObservable<PairTextState>(BLANK);
  /** Texts that take the place of what is in the box. */
  readonly replaced = createObservable<{ readonly text: string }>({ text: '' });
  readonly #options: PairTextOptions;
  #text = '';
  #isOpened = false;
  /** Number of the text's state: an answer that belongs to an earlier state is out of date. */
  #revision = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #fileReading = new AbortController();
  #saving: Promise<void> = Promise.resolve();

  constructor(options: PairTextOptions) {
    this.#options = options;
  }

  get text(): string {
    return this.#text;
  }

  /** Brings back what was stored, or reads the text again for a new worker. */
  async open(): Promise<void> {
    if (this.#text !== '') return this.#read();
    if (this.#isOpened) return;
    this.#isOpened = true;
    const stored = await readPendingPairs(this.#options.owner);
    if (stored.kind === 'unreadable') this.#set({ storage: stored });
    if (stored.kind === 'unavailable') this.#set({ storage: { kind: 'not-saved', detail: stored.detail } });
    if (stored.kind !== 'stored') return;
    const restored = await this.#options.service()?.readPairs(stored.pairs);
    if (restored === undefined) this.#isOpened = false;
    // What the user has typed meanwhile counts; the worker has read the stored pairs last.
    else if (this.#text !== '') await this.#read();
    else {
      this.#show(restored);
      this.#options.onPairs(restored.imported.pairs);
    }
  }

  /** Takes the text as it is in the box now, and reads it after a pause. */
  take(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#revision++;
    this.#options.onChanging();
    this.#set({ isReading: true });
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.#read(), CLASSIFY_DEBOUNCE_MS);
  }

  /** Puts a text into the box in place of what is there, and reads it at once. */
  put(text: string): void {
    this.#options.onChanging();
    this.#text = text;
    this.replaced.set({ text });
    void this.#read();
  }

  /** Puts lines below what is in the box. */
  add(lines: string): void {
    this.put(this.#withBelow(lines));
  }

  /** Sets whether a first line that names the columns counts as a pair. */
  setHeaderIsPair(headerIsPair: boolean): void {
    this.#options.onChanging();
    this.#set({ headerIsPair });
    void this.#read();
  }

  /** Puts a text that was cleared back above what has come since. */
  restore(text: string, headerIsPair: boolean): void {
    this.#set({ headerIsPair });
    this.put(this.#text === '' ? text : `${text}${text.endsWith('\n') ? '' : '\n'}${this.#text}`);
  }

  /** Reads a file and puts its lines below what is in the box. */
  async readFile(file: File): Promise<ImportOutcome> {
    const service = this.#options.service();
    if (!service) return { kind: 'cancelled' };
    this.cancelFile();
    const { signal } = this.#fileReading;
    const onProgress = (share: number) => {
      if (!signal.aborted) this.#set({ file: { name: file.name, share } });
    };
    onProgress(0);
    try {
      // The worker places the lines of the file below the text that it has read last.
      if (this.#pause !== undefined) void this.#read();
      const isFirst = this.#text.trim() === '';
      const revision = this.#revision;
      const outcome = await service.readFile(file, isFirst, { onProgress, signal });
      if (outcome.kind !== 'lines' || signal.aborted) return outcome;
      if (revision !== this.#revision || outcome.text === '') this.add(outcome.text);
      else this.#takeFile(isFirst ? outcome.text : this.#withBelow(outcome.text), outcome.imported);
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

  /** Gives up what could not be read, and stores the pairs of the text in its place. */
  forgetUnreadable(): void {
    this.#set({ storage: null });
    this.#save(this.state.get().imported?.pairs ?? NO_PAIRS);
  }

  #withBelow(lines: string): string {
    const gap = this.#text === '' || this.#text.endsWith('\n') ? '' : '\n';
    return this.#text + gap + lines;
  }

  #takeFile(text: string, imported: ImportedPairs): void {
    this.#options.onChanging();
    this.#show({ text, imported });
    this.#deliver(imported.pairs);
  }

  /** Puts a text into the box that the worker has read already. */
  #show({ text, imported }: ImportedText): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#revision++;
    this.#text = text;
    this.replaced.set({ text });
    this.#set({ imported, isReading: false });
  }

  async #read(): Promise<void> {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    const revision = ++this.#revision;
    if (this.#text.trim() === '') {
      this.#set({ imported: null, isReading: false, headerIsPair: false });
      this.#deliver(NO_PAIRS);
      return;
    }
    this.#set({ isReading: true });
    const imported = await this.#options.service()?.readText(this.#text, this.state.get().headerIsPair);
    if (!imported || revision !== this.#revision) return;
    this.#set({ imported, isReading: false });
    this.#deliver(imported.pairs);
  }

  #deliver(pairs: SerializedMappings): void {
    this.#options.onPairs(pairs);
    this.#save(pairs);
  }

  /** One after the other, so that the last pairs are the ones that stay. */
  #save(pairs: SerializedMappings): void {
    this.#saving = this.#saving.then(() => this.#saveNow(pairs));
  }

  async #saveNow(pairs: SerializedMappings): Promise<void> {
    const { storage } = this.state.get();
    // The only copy of what could not be read is not overwritten before the user has looked at it.
    if (storage?.kind === 'unreadable') return;
    const result = await savePendingPairs(this.#options.owner, pairs, new Date());
    if (result.kind === 'failed') this.#set({ storage: { kind: 'not-saved', detail: result.detail } });
    else if (storage !== null) this.#set({ storage: null });
  }

  #set(change: Partial<PairTextState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}
