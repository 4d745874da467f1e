import type { SerializedMappings } from '#contract/serializedMappings.ts';
import type { UploadResult } from '#contract/upload.ts';
import { messages } from '#model/messages.ts';
import type { AnalysisService, DryRunCounts } from '../../services/analysis.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { createObservable } from '../../services/observable.ts';
import { NO_PAIRS } from '../../services/pendingPairs.ts';
import type { Status } from '../../ui/status/useStatus.ts';
import { Consolidation, type ConsolidationState } from './Consolidation.ts';
import { PairText } from './PairText.ts';
import { UploadJob } from './UploadJob.ts';

/** A change of the stored list is followed by a dry run after this pause. Milliseconds. */
const FOLLOW_LIST_MS = 500;

const desks = new WeakMap<LedgerService, UploadController>();

/** The desk of this ledger and its person. It outlives the screen, so that an upload goes on while one is elsewhere. */
export function uploadControllerOf(ledger: LedgerService, owner: string): UploadController {
  const desk = desks.get(ledger) ?? new UploadController(ledger, owner);
  desks.set(ledger, desk);
  return desk;
}

/** What the Upload screen works on: the text, its dry run, its consolidation, and the upload. */
export class UploadController {
  readonly text: PairText;
  readonly consolidation: Consolidation;
  readonly job: UploadJob;
  /** What uploading would do now; null while that is not known. */
  readonly dryRun = createObservable<DryRunCounts | null>(null);
  readonly #ledger: LedgerService;
  #service: AnalysisService | null = null;
  #status: Status | null = null;
  #pairs: SerializedMappings = NO_PAIRS;
  /** The report of the text that an Undo puts back: the analysis worker still knows it. */
  #broughtBack: ConsolidationState | null = null;
  #asking = 0;
  #followPause: ReturnType<typeof setTimeout> | undefined;

  constructor(ledger: LedgerService, owner: string) {
    this.#ledger = ledger;
    const service = () => this.#service;
    this.text = new PairText({
      owner,
      service,
      onChanging: () => this.#forgetPairs(),
      onPairs: (pairs) => this.#takePairs(pairs),
    });
    this.consolidation = new Consolidation({
      service,
      stored: () => ledger.upload.pack(),
      onResult: () => this.#takeResult(),
    });
    this.job = new UploadJob(ledger.upload, owner);
  }

  /** What is downloaded and uploaded: the consolidated pairs if there are any, else the pairs. */
  get pairs(): SerializedMappings {
    return this.consolidation.result ?? this.#pairs;
  }

  /** Works while the screen is there. Returns the end; an upload under way goes on. */
  open(service: AnalysisService, status: Status): () => void {
    this.#service = service;
    this.#status = status;
    if (this.job.state.get().kind === 'running') status.show(messages.uploading, { stays: true });
    void this.job.open();
    void this.text.open();
    const endFollowing = this.#ledger.list.subscribe(() => this.#followList());
    return () => {
      endFollowing();
      clearTimeout(this.#followPause);
      this.consolidation.reset();
      this.dryRun.set(null);
      this.#service = null;
      service.stop();
      if (this.job.state.get().kind === 'running') status.dismiss();
    };
  }

  /** Goes on with the text of a former ledger's desk. */
  takeOver(former: UploadController): void {
    const { text } = former;
    if (text.text !== '') this.text.restore(text.text, text.state.get().keepsHeader);
  }

  /** Adds what is new to the shared list. */
  async upload(): Promise<void> {
    const counts = await this.#ask();
    const pairs = counts && (await this.#service?.newPairs());
    if (!pairs) return this.#say(messages.uploadFailed);
    const skipped = counts.present + counts['other-account'] + counts['case-twin'];
    await this.#run(() => this.job.start({ pairs, skipped }));
  }

  /** Goes on with the upload that was interrupted. */
  async resume(): Promise<void> {
    await this.#run(() => this.job.resume());
  }

  /** Empties everything. Returns what brings it back. */
  clear(): () => void {
    const { text } = this.text;
    const { keepsHeader } = this.text.state.get();
    const { journal } = this.job;
    const jobState = this.job.state.get();
    const consolidated = this.consolidation.state.get();
    this.text.cancelFile();
    this.text.put('');
    return () => {
      if (this.text.text === '' && consolidated.kind === 'report') this.#broughtBack = consolidated;
      this.text.restore(text, keepsHeader);
      if (journal && jobState.kind === 'interrupted') void this.job.restore(journal, jobState);
    };
  }

  async #run(begin: () => Promise<UploadResult>): Promise<void> {
    this.#status?.show(messages.uploading, { stays: true });
    // Asked for now: when the upload is over, the screen may be gone, and its worker with it.
    const rejected = (await this.#service?.rejectedText()) ?? '';
    const result = await begin();
    if (result.kind === 'complete') {
      // Everything begins anew, except that lines which were no pairs stay in the box, to be mended.
      this.text.put(rejected);
      this.#say(messages.uploaded(result.added, result.skipped));
      return;
    }
    const state = this.job.state.get();
    const of = state.kind === 'none' ? result.added : state.of;
    this.#say(result.kind === 'cancelled' ? messages.uploadStopped(result.added, of) : messages.uploadFailed);
    void this.#ask();
  }

  #say(message: string): void {
    this.#status?.show(message);
  }

  #forgetPairs(): void {
    this.#pairs = NO_PAIRS;
    this.#asking++;
    this.dryRun.set(null);
    this.consolidation.reset();
    this.#forgetInterrupted();
  }

  #takeResult(): void {
    this.#forgetInterrupted();
    void this.#ask();
  }

  /** Other pairs are another upload; what the interrupted one has stored counts as existing then. */
  #forgetInterrupted(): void {
    if (this.job.state.get().kind === 'interrupted') void this.job.forget();
  }

  #takePairs(pairs: SerializedMappings): void {
    this.#pairs = pairs;
    if (this.#broughtBack === null) this.consolidation.schedule(pairs);
    else this.consolidation.bringBack(this.#broughtBack);
    this.#broughtBack = null;
    void this.#ask();
  }

  #followList(): void {
    if (this.job.state.get().kind === 'running' || this.#pairs.size === 0) return;
    this.consolidation.noteListChange();
    clearTimeout(this.#followPause);
    this.#followPause = setTimeout(() => void this.#ask(), FOLLOW_LIST_MS);
  }

  /** Makes the dry run; resolves with null when the list is not whole, or something else is asked meanwhile. */
  async #ask(): Promise<DryRunCounts | null> {
    const asking = ++this.#asking;
    const stored = await this.#ledger.upload.pack();
    if (!stored || asking !== this.#asking || !this.#service) return null;
    const counts = await this.#service.dryRun(this.pairs, stored);
    if (asking !== this.#asking) return null;
    this.dryRun.set(counts);
    return counts;
  }
}
