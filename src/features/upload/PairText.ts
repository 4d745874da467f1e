import type { FileReadingSummary, ImportedPairs, ImportOutcome } from '#contract/analysis.ts';
import type { SerializedMappings } from '#contract/serializedMappings.ts';
import { isOtherText } from '#model/commonText.ts';
import type { ListChoices, ReadChoices } from '#model/fileReading.ts';
import { CLASSIFY_DEBOUNCE_MS } from '#model/limits.ts';
import { fileMessages } from '#model/text/fileMessages.ts';
import type { AnalysisService } from '../../services/analysis.ts';
import { createObservable } from '../../services/observable.ts';
import type { StoredWork } from '../../services/uploadSlots.ts';
import { NO_PAIRS, type UploadStorage } from '../../services/uploadStorage.ts';
import { ignoreAfterExit, WorkerEnded } from '../../services/workerLink.ts';

/** The file that was read last: it can be read again in another way. */
type LastFile = {
  readonly file: File;
  readonly reading: FileReadingSummary;
  readonly choices: ReadChoices;
  /** Its columns must be chosen. */
  readonly isPending: boolean;
  /** The box has its lines, or a text that it is: they are replaced when it is read again. */
  readonly isInBox: boolean;
  /** What was in the box before. */
  readonly textBefore: string;
};

export type PairTextState = {
  /** What the text holds; null when it is blank. */
  readonly imported: ImportedPairs | null;
  /** The text has changed since, and is read after a pause. */
  readonly isReading: boolean;
  /** A first line that names the columns counts as a pair. */
  readonly headerIsPair: boolean;
  /** The file being read, with the share done. */
  readonly file: { readonly name: string; readonly share: number } | null;
  /** How the last file was read, as long as its lines are in the box as they were read. */
  readonly lastFile: LastFile | null;
  /** Why the text does not outlive the page, or could not be brought back; null where it does. */
  readonly notStored: string | null;
  /** The texts that closed tabs have left over: they are offered until they are taken or refused. */
  readonly orphanedDrafts: readonly StoredWork[];
};

type PairTextOptions = {
  /** Where this tab stores the text. */
  readonly storage: Promise<UploadStorage>;
  /** The codes of the chart of accounts, which may tell which column of a file has them. */
  readonly accounts: () => readonly string[];
  /** Null while the screen is not there. */
  readonly service: () => AnalysisService | null;
  /** The user changes the text, or what is made of it. */
  readonly onChanging: () => void;
  readonly onPairs: (pairs: SerializedMappings) => void;
};

const CANCELLED = { kind: 'cancelled' } as const;

const BLANK: PairTextState = {
  imported: null,
  isReading: false,
  headerIsPair: false,
  file: null,
  lastFile: null,
  notStored: null,
  orphanedDrafts: [],
};

/**
 * The text in the box, what it holds, and the copy that this browser stores over reloads. This class holds the whole
 * text; the analysis worker holds the parsed pairs. So a broken worker can be replaced, and copying does not wait for it.
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
  /** Goes on with what waits for another worker. */
  #onReopened: () => void = () => {};
  #saving: Promise<void> = Promise.resolve();

  constructor(options: PairTextOptions) {
    this.#options = options;
  }

  get text(): string {
    return this.#text;
  }

  /** Brings back what was stored, or reads the text again for a new worker. */
  async open(): Promise<void> {
    if (this.#isOpened) {
      if (this.#text !== '') await this.#read();
      this.#onReopened();
      return;
    }
    this.#isOpened = true;
    // What was typed just now waits for a pause, and the page does not wait.
    addEventListener('pagehide', () => this.#pause !== undefined && this.#save());
    const isHandedOver = this.#text !== '';
    const restored = this.#restoreStored(isHandedOver);
    // Nothing is stored over what was not read yet; an error is that of `open`.
    this.#saving = restored.catch(() => {});
    if (isHandedOver) await this.#read();
    await restored;
  }

  /** Takes the text as it is in the box now, and reads it after a pause. */
  take(text: string): void {
    if (text === this.#text) return;
    const headerIsPair = !isOtherText(this.#text, text) && this.state.get().headerIsPair;
    this.#text = text;
    this.#revision++;
    this.#options.onChanging();
    this.#set({ isReading: true, lastFile: null, headerIsPair });
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => ignoreAfterExit(this.#readTaken()), CLASSIFY_DEBOUNCE_MS);
  }

  /** A table is read like a file: its columns are found by their names, or chosen. Until then the first two count. */
  async #readTaken(): Promise<void> {
    await this.#read();
    const { imported } = this.state.get();
    if (imported === null || !isTable(imported)) return;
    const file = new File([this.#text], fileMessages.pasted);
    const revision = this.#revision;
    const choices: ReadChoices = { delimiter: '\t' };
    const { signal } = this.#fileReading;
    const outcome = await this.#askUntilAnswered(
      (service) => service.readFile(file, true, this.#withChart(choices), { signal }),
      signal,
    );
    if (signal.aborted || revision !== this.#revision) return;
    const last = { file, choices, isInBox: true, textBefore: '' };
    if (outcome.kind === 'lines') this.#takeFile(outcome.text, outcome.imported);
    if (outcome.kind === 'lines' || outcome.kind === 'columns-unknown')
      this.#set({
        lastFile: { ...last, reading: outcome.reading, isPending: outcome.kind === 'columns-unknown' },
      });
  }

  /** Puts a text into the box in place of what is there, and reads it at once. */
  put(text: string): void {
    this.#options.onChanging();
    this.#text = text;
    this.replaced.set({ text });
    this.#set({ lastFile: null });
    ignoreAfterExit(this.#read());
  }

  /** Puts lines below what is in the box. */
  add(lines: string): void {
    this.put(this.#withBelow(lines));
  }

  /** Sets whether a first line that names the columns counts as a pair. */
  setHeaderIsPair(headerIsPair: boolean): void {
    this.#options.onChanging();
    this.#set({ headerIsPair });
    ignoreAfterExit(this.#read());
  }

  /** Puts a text that was cleared back above what has come since. */
  restore(text: string, headerIsPair: boolean): void {
    this.#set({ headerIsPair });
    this.put(this.#text === '' ? text : `${text}${text.endsWith('\n') ? '' : '\n'}${this.#text}`);
  }

  /** Reads a file and puts its lines below what is in the box. */
  async readFile(file: File, choices: ReadChoices = {}): Promise<ImportOutcome> {
    if (!this.#options.service()) return { kind: 'cancelled' };
    this.cancelFile();
    const { signal } = this.#fileReading;
    const onProgress = (share: number) => this.#set({ file: { name: file.name, share } });
    onProgress(0);
    try {
      // The worker places the lines of the file below the text that it has read last.
      if (this.#pause !== undefined) ignoreAfterExit(this.#read());
      const textBefore = this.#text;
      const isFirst = textBefore.trim() === '';
      const revision = this.#revision;
      const ask = (service: AnalysisService) =>
        service.readFile(file, isFirst, this.#withChart(choices), { onProgress, signal });
      const outcome = await this.#askUntilAnswered(ask, signal);
      if (signal.aborted) return outcome;
      if (outcome.kind === 'columns-unknown') {
        const reading = outcome.reading;
        this.#set({ lastFile: { file, reading, choices, isPending: true, isInBox: false, textBefore } });
      }
      if (outcome.kind !== 'lines') return outcome;
      if (revision !== this.#revision || outcome.text === '') this.add(outcome.text);
      else {
        this.#takeFile(isFirst ? outcome.text : this.#withBelow(outcome.text), outcome.imported);
        const { reading } = outcome;
        this.#set({ lastFile: { file, reading, choices, isPending: false, isInBox: true, textBefore } });
      }
      return outcome;
    } finally {
      if (!signal.aborted) this.#set({ file: null });
    }
  }

  #withChart(choices: ReadChoices): ListChoices {
    return { ...choices, accounts: this.#options.accounts() };
  }

  /** A worker that ends before its answer is asked no more: the one in its place is, when it is there. */
  async #askUntilAnswered(
    ask: (service: AnalysisService) => Promise<ImportOutcome>,
    signal: AbortSignal,
  ): Promise<ImportOutcome> {
    for (;;) {
      const service = this.#options.service();
      const outcome = service ? await ask(service) : CANCELLED;
      if (outcome.kind !== 'cancelled' || signal.aborted) return outcome;
      if (service === this.#options.service()) await this.#reopened(signal);
    }
  }

  #reopened(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#onReopened = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /**
   * Reads the last file again, with other choices, in place of the lines that it has in the box. If it cannot be read so,
   * these lines stay.
   */
  async readAgain(choices: ReadChoices): Promise<ImportOutcome> {
    const { lastFile } = this.state.get();
    const service = this.#options.service();
    if (lastFile === null || !service) return { kind: 'cancelled' };
    const { text } = this;
    if (lastFile.isInBox && !(await this.#readBefore(service, lastFile))) return CANCELLED;
    const outcome = await this.readFile(lastFile.file, choices);
    const isRead = outcome.kind === 'lines';
    if (!isRead && lastFile.isInBox) {
      this.put(text);
      this.#set({ lastFile });
    }
    return outcome;
  }

  /** Has the worker read the text without the last file's lines; false when it ends before, and the lines stay. */
  async #readBefore({ importer }: AnalysisService, { textBefore }: LastFile): Promise<boolean> {
    const { text } = this;
    this.#text = textBefore;
    try {
      await importer.readText(textBefore, this.state.get().headerIsPair);
      return true;
    } catch (error) {
      this.#text = text;
      if (error instanceof WorkerEnded) return false;
      throw error;
    }
  }

  /** Forgets the last file: what it has in the box stays. */
  forgetFile(): void {
    this.#set({ lastFile: null });
  }

  cancelFile(): void {
    this.#fileReading.abort();
    this.#fileReading = new AbortController();
    this.#set({ file: null });
  }

  /** Puts what closed tabs have left over below what is in the box, or deletes it. What is not stored with the box stays. */
  async endOrphanedDrafts(outcome: 'taken' | 'refused'): Promise<void> {
    const storage = await this.#options.storage;
    await storage.endOrphanedDrafts(this.state.get().orphanedDrafts, async (text) => {
      if (outcome === 'refused') return true;
      this.add(text);
      await this.#saving;
      return this.state.get().notStored === null;
    });
    this.#set({ orphanedDrafts: await storage.orphanedDrafts() });
  }

  /** A text that was handed over has what was stored: that of the former controller of this tab. */
  async #restoreStored(isHandedOver: boolean): Promise<void> {
    const storage = await this.#options.storage;
    const stored = isHandedOver ? ({ kind: 'none' } as const) : await storage.read();
    if (stored.kind === 'refused') this.#set({ notStored: stored.detail });
    if (stored.kind === 'stored') this.#takeStored(stored.text, stored.headerIsPair);
    const orphanedDrafts = await storage.orphanedDrafts();
    if (orphanedDrafts.length > 0) this.#set({ orphanedDrafts });
  }

  /** What the user has typed meanwhile goes below what was stored. */
  #takeStored(text: string, headerIsPair: boolean): void {
    if (this.#text !== '') {
      this.restore(text, headerIsPair);
      return;
    }
    this.#text = text;
    this.replaced.set({ text });
    this.#set({ headerIsPair });
    ignoreAfterExit(this.#read());
  }

  #withBelow(lines: string): string {
    const gap = this.#text === '' || this.#text.endsWith('\n') ? '' : '\n';
    return this.#text + gap + lines;
  }

  /** Puts a text into the box that the worker has read already. */
  #takeFile(text: string, imported: ImportedPairs): void {
    this.#options.onChanging();
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#revision++;
    this.#text = text;
    this.replaced.set({ text });
    this.#set({ imported, isReading: false });
    this.#save();
    this.#options.onPairs(imported.pairs);
  }

  async #read(): Promise<void> {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    const revision = ++this.#revision;
    if (this.#text.trim() === '') {
      this.#set({ imported: null, isReading: false, headerIsPair: false });
      this.#save();
      this.#options.onPairs(NO_PAIRS);
      return;
    }
    this.#set({ isReading: true });
    this.#save();
    const imported = await this.#options
      .service()
      ?.importer.readText(this.#text, this.state.get().headerIsPair);
    if (!imported || revision !== this.#revision) return;
    this.#set({ imported, isReading: false });
    this.#options.onPairs(imported.pairs);
  }

  /** One after the other, so that the last text is the one that stays. */
  #save(): void {
    this.#saving = this.#saving.then(() => this.#saveNow());
  }

  async #saveNow(): Promise<void> {
    const { notStored, headerIsPair } = this.state.get();
    const result = await (await this.#options.storage).save({ text: this.#text, headerIsPair }, new Date());
    if (result.kind === 'refused') this.#set({ notStored: result.detail });
    else if (notStored !== null) this.#set({ notStored: null });
  }

  #set(change: Partial<PairTextState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

/** Whether most lines have more columns than the two of pairs. */
function isTable({ pairs, repeated, wide, rejectedCounts, contradictionCount }: ImportedPairs): boolean {
  const rejected = Object.values(rejectedCounts).reduce((sum, count) => sum + count, 0);
  const lines = pairs.size + repeated + rejected + contradictionCount;
  return wide > 1 && wide * 2 > lines;
}
