import type { UploadPlan, UploadResult } from '#contract/upload.ts';
import type { UploadService } from '../../services/ledger.ts';
import { createObservable } from '../../services/observable.ts';
import type { UploadStorage } from '../../services/uploadStorage.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';

type UploadJobState =
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
  readonly #storage: Promise<UploadStorage>;
  #plan: UploadPlan | null = null;

  constructor(upload: UploadService, storage: Promise<UploadStorage>) {
    this.#upload = upload;
    this.#storage = storage;
  }

  /** What the upload under way or the interrupted one adds. */
  get plan(): UploadPlan | null {
    return this.#plan;
  }

  /** Finds an upload that was under way when the tab was closed. */
  async open(): Promise<void> {
    if (this.state.get().kind !== 'none') return;
    const plan = await (await this.#storage).readUnfinishedUpload();
    if (plan === null || this.state.get().kind !== 'none') return;
    this.#plan = plan;
    this.state.set({ kind: 'interrupted', done: null, of: plan.pairs.size, detail: null });
  }

  /** Uploads what is new, in place of an upload that was interrupted. */
  async start(plan: UploadPlan): Promise<UploadResult> {
    this.#plan = plan;
    this.#show({ kind: 'running', done: 0, isStopping: false });
    // Noted before anything is written: there is no moment at which a closed tab would lose the upload.
    await (await this.#storage).saveUnfinishedUpload(plan);
    return this.#run(plan, false);
  }

  /** Goes on with the interrupted upload. Throws if there is none. */
  resume(): Promise<UploadResult> {
    if (this.#plan === null) throw new Error('There is no interrupted upload to resume.');
    this.#show({ kind: 'running', done: 0, isStopping: false });
    return this.#run(this.#plan, true);
  }

  /** Ends the upload after the chunks that are on their way. */
  stop(): void {
    const state = this.state.get();
    if (state.kind !== 'running') return;
    this.state.set({ ...state, isStopping: true });
    ignoreAfterExit(this.#upload.cancel());
  }

  /** Forgets the interrupted upload; what is stored stays. */
  async forget(): Promise<void> {
    this.#plan = null;
    this.state.set(NONE);
    await (await this.#storage).dropUnfinishedUpload();
  }

  /** Brings back what `forget` has taken. */
  async restore(plan: UploadPlan, state: UploadJobState): Promise<void> {
    this.#plan = plan;
    this.state.set(state);
    await (await this.#storage).saveUnfinishedUpload(plan);
  }

  async #run(plan: UploadPlan, isResumed: boolean): Promise<UploadResult> {
    let acknowledged = 0;
    const onProgress = (done: number) => {
      acknowledged = done;
      const state = this.state.get();
      if (state.kind === 'running') this.state.set({ ...state, done });
    };
    const before = this.state.get();
    // The user stopped before the worker had begun: its `cancel` found nothing to cancel.
    const isStopped = before.kind === 'running' && before.isStopping;
    const result: UploadResult = isStopped
      ? { kind: 'cancelled', added: 0, skipped: 0 }
      : await this.#upload.upload(plan, isResumed, onProgress);
    if (result.kind === 'complete') {
      await this.forget();
      return { ...result, skipped: result.skipped + plan.skipped };
    }
    const detail = result.kind === 'failed' ? result.detail : null;
    // An answer that was lost with the worker says nothing of what had been stored.
    this.#show({ kind: 'interrupted', done: Math.max(result.added, acknowledged - result.skipped), detail });
    return result;
  }

  #show(state: DistributiveOmit<Exclude<UploadJobState, { kind: 'none' }>, 'of'>): void {
    this.state.set({ ...state, of: this.#plan ? this.#plan.pairs.size : 0 });
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
