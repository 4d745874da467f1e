import type { UploadResult } from '#contract/upload.ts';
import type { UploadService } from '../../services/ledger.ts';
import { createObservable } from '../../services/observable.ts';
import { dropJournal, keepJournal, readJournal, type UploadJournal } from '../../services/uploadJournal.ts';

export type UploadJobState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'running';
      /** Acknowledged, of so many. */
      readonly done: number;
      readonly of: number;
      readonly isStopping: boolean;
    }
  /** `done` is null when the tab was closed on the way; `detail` tells what went wrong. */
  | {
      readonly kind: 'interrupted';
      readonly done: number | null;
      readonly of: number;
      readonly detail: string | null;
    };

const NONE: UploadJobState = { kind: 'none' };

/** One upload at a time: under way, or interrupted and to be resumed, also after the tab was closed. */
export class UploadJob {
  readonly state = createObservable<UploadJobState>(NONE);
  readonly #upload: UploadService;
  readonly #owner: string;
  #journal: UploadJournal | null = null;

  constructor(upload: UploadService, owner: string) {
    this.#upload = upload;
    this.#owner = owner;
  }

  get journal(): UploadJournal | null {
    return this.#journal;
  }

  /** Finds an upload that was under way when the tab was closed. */
  async open(): Promise<void> {
    if (this.state.get().kind !== 'none') return;
    const journal = await readJournal(this.#owner);
    if (journal === null || this.state.get().kind !== 'none') return;
    this.#journal = journal;
    this.state.set({ kind: 'interrupted', done: null, of: journal.pairs.size, detail: null });
  }

  /** Uploads what is new, in place of an upload that was interrupted. */
  async start(journal: UploadJournal): Promise<UploadResult> {
    this.#journal = journal;
    // Noted before anything is written: there is no moment at which a closed tab would lose it.
    this.#show({ kind: 'running', done: 0, isStopping: false });
    await keepJournal(this.#owner, journal);
    return this.#run(journal, false);
  }

  /** Goes on with the interrupted upload. Throws if there is none. */
  resume(): Promise<UploadResult> {
    if (this.#journal === null) throw new Error('There is no interrupted upload to resume.');
    this.#show({ kind: 'running', done: 0, isStopping: false });
    return this.#run(this.#journal, true);
  }

  /** Ends the upload after the chunk that is on its way. */
  stop(): void {
    const state = this.state.get();
    if (state.kind !== 'running') return;
    this.state.set({ ...state, isStopping: true });
    void this.#upload.cancel();
  }

  /** Forgets the interrupted upload; what is stored stays. */
  async forget(): Promise<void> {
    this.#journal = null;
    this.state.set(NONE);
    await dropJournal();
  }

  /** Brings back what `forget` has taken. */
  async restore(journal: UploadJournal, state: UploadJobState): Promise<void> {
    this.#journal = journal;
    this.state.set(state);
    await keepJournal(this.#owner, journal);
  }

  async #run(journal: UploadJournal, isResumed: boolean): Promise<UploadResult> {
    const onProgress = (done: number) => {
      const state = this.state.get();
      if (state.kind === 'running') this.state.set({ ...state, done });
    };
    const before = this.state.get();
    // Stopped before the worker heard of it, so that its `cancel` came too early.
    const isStopped = before.kind === 'running' && before.isStopping;
    const result: UploadResult = isStopped
      ? { kind: 'cancelled', added: 0, skipped: 0 }
      : await this.#upload.upload(journal.pairs, isResumed, onProgress);
    if (result.kind === 'complete') {
      await this.forget();
      return { ...result, skipped: result.skipped + journal.skipped };
    }
    const detail = result.kind === 'failed' ? result.detail : null;
    this.#show({ kind: 'interrupted', done: result.added, detail });
    return result;
  }

  #show(state: DistributiveOmit<Exclude<UploadJobState, { kind: 'none' }>, 'of'>): void {
    this.state.set({ ...state, of: this.#journal ? this.#journal.pairs.size : 0 });
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
