import type { ConsolidationId, ReadListName } from '#contract/analysis.ts';
import type { SerializedMappings } from '#contract/serializedMappings.ts';
import type { DecisionListName, DryRunCounts, ListedLine, UploadResult } from '#contract/upload.ts';
import type { Mapping } from '#model/mapping.ts';
import { oncePer } from '#model/oncePer.ts';
import { messages } from '#model/text/messages.ts';
import type { AnalysisService } from '../../services/analysis.ts';
import { followChart } from '../../services/chart.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { createObservable } from '../../services/observable.ts';
import { NO_PAIRS, uploadStorageOf } from '../../services/uploadStorage.ts';
import { ignoreAfterExit, WorkerEnded } from '../../services/workerLink.ts';
import type { Status } from '../../ui/status/useStatus.ts';
import { type ConsolidatorState, PairConsolidator } from './PairConsolidator.ts';
import { PairText } from './PairText.ts';
import { UploadJob } from './UploadJob.ts';

/** A list of lines that the dry run shows: the ledger worker has those of the pairs, the analysis worker the others. */
export type PairListName = DecisionListName | ReadListName;

/** A change of the stored list is followed by a dry run after this pause. Milliseconds. */
const FOLLOW_LIST_MS = 500;
const DECISION_LISTS: ReadonlySet<PairListName> = new Set<DecisionListName>([
  'new',
  'present',
  'other-account',
  'case-variant',
  'repeated',
]);

/** The controller of this ledger and its person. It outlives the screen, so that an upload goes on meanwhile. */
export const uploadControllerOf = oncePer(
  (ledger: LedgerService, owner: string) => new UploadController(ledger, owner),
);

/** What the Upload screen works on: the text, its dry run, its consolidator, and the upload. */
export class UploadController {
  readonly text: PairText;
  readonly consolidator: PairConsolidator;
  readonly job: UploadJob;
  /** What uploading would do now; null while that is not known. */
  readonly dryRun = createObservable<DryRunCounts | null>(null);
  /** Whether that could not be found out. */
  readonly dryRunFailed = createObservable(false);
  readonly #ledger: LedgerService;
  #service: AnalysisService | null = null;
  #status: Status | null = null;
  #pairs: SerializedMappings = NO_PAIRS;
  /** The pairs that the ledger worker has for its dry run; null for none. */
  #sent: SerializedMappings | null = null;
  /** A report that an Undo puts back with its text: the analysis worker still knows it. */
  #reportToPutBack: ConsolidatorState | null = null;
  #dryRuns = 0;
  #followPause: ReturnType<typeof setTimeout> | undefined;

  constructor(ledger: LedgerService, owner: string) {
    this.#ledger = ledger;
    const service = () => this.#service;
    const storage = uploadStorageOf(owner);
    this.text = new PairText({
      storage,
      accounts: () => [...(followChart(ledger).get()?.byCode.keys() ?? [])],
      service,
      onChanging: () => this.#forgetPairs(),
      onPairs: (pairs) => this.#takePairs(pairs),
    });
    this.consolidator = new PairConsolidator({
      service,
      storedList: () => ledger.uploader.serializeList(),
      listRevision: () => ledger.uploader.listRevision(),
      onResult: () => this.#takeResult(),
    });
    this.job = new UploadJob(ledger.uploader, storage);
  }

  /** What is downloaded and uploaded: the consolidated pairs if there are any, else the pairs. */
  get pairs(): SerializedMappings {
    return this.consolidator.result ?? this.#pairs;
  }

  /** Works while the screen is there. Returns the end; an upload under way goes on. */
  open(service: AnalysisService, status: Status): () => void {
    this.#service = service;
    this.#status = status;
    if (this.job.state.get().kind === 'running') status.show(messages.uploading, { stays: true });
    ignoreAfterExit(this.job.open());
    ignoreAfterExit(this.text.open());
    // The code that compares the pairs is fetched now: when they come, the connection may be gone.
    this.#ledger.uploader.listRevision().catch(() => {});
    const endFollowing = [
      this.#ledger.list.subscribe(() => this.#followList()),
      this.#ledger.isConnected.subscribe(() => this.#ledger.isConnected.get() && this.retry()),
    ];
    return () => {
      for (const end of endFollowing) end();
      clearTimeout(this.#followPause);
      this.consolidator.reset();
      this.#forgetDryRun();
      this.#service = null;
      service.stop();
      if (this.job.state.get().kind === 'running') status.dismiss();
    };
  }

  /** Goes on with the text of the controller of a former ledger. */
  restoreFrom({ text }: UploadController): void {
    if (text.text !== '') this.text.restore(text.text, text.state.get().headerIsPair);
  }

  /** Does again what has failed of the dry run and the analysis. */
  retry(): void {
    if (this.dryRunFailed.get()) ignoreAfterExit(this.#runDryRun());
    this.consolidator.retry();
  }

  /** Adds what is new to the shared list. */
  async upload(): Promise<void> {
    const plan = (await this.#runDryRun()) && (await this.#ledger.uploader.plan());
    if (!plan) return this.#say(messages.uploadFailed);
    await this.#run(() => this.job.start(plan));
  }

  /** Goes on with the upload that was interrupted. */
  async resume(): Promise<void> {
    await this.#run(() => this.job.resume());
  }

  /** Empties everything. Returns what brings it back. */
  clear(): () => void {
    const { text } = this.text;
    const { headerIsPair } = this.text.state.get();
    const { plan } = this.job;
    const jobState = this.job.state.get();
    const consolidated = this.consolidator.state.get();
    this.text.cancelFile();
    this.text.put('');
    return () => {
      if (this.text.text === '' && consolidated.kind === 'report') this.#reportToPutBack = consolidated;
      this.text.restore(text, headerIsPair);
      if (plan && jobState.kind === 'interrupted') ignoreAfterExit(this.job.restore(plan, jobState));
    };
  }

  /** Lines `from` to `to` (excluded) of a list of the dry run. */
  async lines(name: PairListName, from: number, to: number): Promise<readonly ListedLine[]> {
    return isDecisionList(name)
      ? this.#ledger.uploader.lines(name, from, to)
      : this.#analysis.importer.lines(name, from, to);
  }

  /** A whole list of the dry run for the clipboard: cells with tabs between them. */
  async linesText(name: PairListName): Promise<Blob> {
    return isDecisionList(name)
      ? this.#ledger.uploader.linesText(name)
      : this.#analysis.importer.linesText(name);
  }

  /** Originals `from` to `to` (excluded) of a consolidation. */
  readonly originals = async (id: ConsolidationId, from: number, to: number): Promise<readonly Mapping[]> =>
    this.#analysis.session.originals(id, from, to);

  /** The pairs as a file for download. */
  async toCsv(): Promise<Blob> {
    return this.#analysis.importer.toCsv(this.pairs);
  }

  get #analysis(): AnalysisService {
    if (this.#service === null) throw new WorkerEnded('The analysis worker was stopped.');
    return this.#service;
  }

  async #run(begin: () => Promise<UploadResult>): Promise<void> {
    // Read now: when the upload is over, the screen may be gone, and the analysis worker with it.
    const rejected = (await this.#service?.importer.rejectedText()) ?? '';
    this.#status?.show(messages.uploading, { stays: true });
    const result = await begin();
    if (result.kind === 'complete') {
      // Everything starts over, except that lines which were no pairs stay in the box, to be corrected.
      this.text.put(rejected);
      this.#say(messages.uploaded(result.added, result.skipped));
      return;
    }
    const state = this.job.state.get();
    const of = state.kind === 'none' ? result.added : state.of;
    this.#say(result.kind === 'cancelled' ? messages.uploadStopped(result.added, of) : messages.uploadFailed);
    ignoreAfterExit(this.#runDryRun());
  }

  #say(message: string): void {
    this.#status?.show(message);
  }

  #forgetPairs(): void {
    this.#pairs = NO_PAIRS;
    this.#dryRuns++;
    this.dryRun.set(null);
    this.dryRunFailed.set(false);
    this.consolidator.reset();
    this.#forgetInterrupted();
  }

  #forgetDryRun(): void {
    this.dryRun.set(null);
    this.dryRunFailed.set(false);
    if (this.#sent === null) return;
    this.#sent = null;
    ignoreAfterExit(this.#ledger.uploader.forgetDryRun());
  }

  #takeResult(): void {
    this.#forgetInterrupted();
    ignoreAfterExit(this.#runDryRun());
  }

  /** Other pairs are another upload; what the interrupted one has stored counts as existing then. */
  #forgetInterrupted(): void {
    if (this.job.state.get().kind === 'interrupted') ignoreAfterExit(this.job.forget());
  }

  #takePairs(pairs: SerializedMappings): void {
    this.#pairs = pairs;
    if (this.#reportToPutBack === null) this.consolidator.schedule(pairs);
    else this.consolidator.putBack(this.#reportToPutBack);
    this.#reportToPutBack = null;
    ignoreAfterExit(this.#runDryRun());
  }

  #followList(): void {
    if (this.job.state.get().kind === 'running' || this.#pairs.size === 0) return;
    ignoreAfterExit(this.consolidator.checkList());
    clearTimeout(this.#followPause);
    this.#followPause = setTimeout(() => ignoreAfterExit(this.#runDryRun()), FOLLOW_LIST_MS);
  }

  /**
   * Makes the dry run. Resolves with null when the list is not whole, another dry run has begun meanwhile, or it has
   * failed.
   */
  async #runDryRun(): Promise<DryRunCounts | null> {
    if (this.#service === null) return null;
    const number = ++this.#dryRuns;
    const isLast = () => number === this.#dryRuns && this.#service !== null;
    this.dryRunFailed.set(false);
    try {
      const counts = await this.#askDryRun();
      if (!isLast()) return null;
      if (counts !== null) this.dryRun.set(counts);
      return counts;
    } catch (error) {
      console.error('The pairs were not compared with the stored list:', error);
      // The worker may not have these pairs.
      this.#sent = null;
      if (isLast()) this.dryRunFailed.set(true);
      return null;
    }
  }

  #askDryRun(): Promise<DryRunCounts | null> {
    const { pairs } = this;
    const { uploader } = this.#ledger;
    if (pairs === this.#sent) return uploader.repeatDryRun();
    this.#sent = pairs;
    return uploader.dryRun(pairs);
  }
}

function isDecisionList(name: PairListName): name is DecisionListName {
  return DECISION_LISTS.has(name);
}
