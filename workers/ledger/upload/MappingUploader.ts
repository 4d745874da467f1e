import type { Preview } from '#contract/preview.ts';
import {
  deserializeMappings,
  type SerializedMappings,
  serializeMappings,
} from '#contract/serializedMappings.ts';
import type {
  DecisionListName,
  DryRunCounts,
  ListedLine,
  OtherForm,
  StoredList,
  UploadPlan,
  UploadResult,
} from '#contract/upload.ts';
import { runToEnd } from '#engine/steps.ts';
import {
  countDecisions,
  decide,
  decideAll,
  type StoredKeywords,
  storedKeywords,
} from '#engine/upload/uploadDecision.ts';
import { detailOf } from '#model/detailOf.ts';
import type { Mapping } from '#model/mapping.ts';
import type { UploadDecision } from '#model/pair.ts';
import { tabbedText } from '#model/spreadsheetCell.ts';
import { ExclusiveJob } from '../../ExclusiveJob.ts';
import type { ChangeSetWriter } from '../list/ChangeSetWriter.ts';
import { ListIndex } from '../list/ListIndex.ts';
import type { MappingList } from '../list/MappingList.ts';
import { newChangeSet } from '../log/LogWriter.ts';
import type { Previewer } from '../preview/createPreviewer.ts';
import { addition } from '../preview/preview.ts';
import type { Timing } from '../timing.ts';
import { runInSlices } from '../timing.ts';

type MappingUploaderOptions = {
  readonly list: Pick<MappingList, 'entries' | 'isConfirmed' | 'watch'>;
  readonly timing: Pick<Timing, 'yieldToEventLoop'>;
  readonly preview: Previewer;
  readonly writer: Pick<ChangeSetWriter, 'writeItems'>;
};

/**
 * Adds pairs to the shared list in multi-path updates, each of them whole or not at all, and says beforehand what that
 * would do. What exists is skipped and never overwritten: a chunk is stored only if nobody has changed the list since
 * the chunk was compared with it.
 */
export class MappingUploader {
  readonly #list: MappingUploaderOptions['list'];
  readonly #timing: MappingUploaderOptions['timing'];
  readonly #preview: Previewer;
  readonly #writer: MappingUploaderOptions['writer'];
  readonly #keywords: ListIndex<StoredKeywords>;
  #revision = 0;
  /** The pairs of the last dry run; null for none. */
  #pairs: Promise<readonly Mapping[]> | null = null;
  #decisions: readonly UploadDecision[] = [];
  /** The revision of the list that the decisions are for; null while there are none. */
  #decidedFor: number | null = null;
  readonly #dryRunning = new ExclusiveJob();
  #uploading: AbortController | null = null;

  constructor({ list, timing, preview, writer }: MappingUploaderOptions) {
    this.#list = list;
    this.#writer = writer;
    this.#preview = preview;
    this.#timing = timing;
    this.#keywords = new ListIndex({
      list,
      make: (mappings, signal) => runInSlices(storedKeywords(mappings), timing, signal),
      apply(keywords, changes) {
        for (const [key, mapping] of changes) keywords.put(key, mapping);
        return true;
      },
    });
    list.watch(() => {
      this.#revision++;
    });
  }

  /**
   * Compares pairs with the stored list; writes nothing. Remembers the pairs and the decisions. Null while the list is
   * not whole, and when another dry run has begun meanwhile.
   */
  dryRun(pairs: SerializedMappings): Promise<DryRunCounts | null> {
    this.#pairs = deserializeMappings(pairs);
    this.#forgetDecisions();
    return this.repeatDryRun();
  }

  /** Compares the pairs of the last dry run with the list as it is now; not again where that is still the same. */
  async repeatDryRun(): Promise<DryRunCounts | null> {
    const revision = this.listRevision();
    if (revision !== null && revision === this.#decidedFor) return countDecisions(this.#decisions);
    const decisions = await this.#dryRunning.run((signal) => this.#decideAll(signal));
    if (decisions === null || 'kind' in decisions) return null;
    this.#decisions = decisions;
    this.#decidedFor = revision;
    return countDecisions(decisions);
  }

  /** The upload planned by the last preview. */
  plan(): UploadPlan {
    const added = this.#decided('new').map(({ mapping }) => mapping);
    const isSkipped = ({ kind }: UploadDecision) => kind !== 'new' && kind !== 'repeated';
    const { batch } = newChangeSet('upload');
    return { batch, pairs: serializeMappings(added), skipped: this.#decisions.filter(isSkipped).length };
  }

  /** Lines `from` (included) to `to` (excluded) of a list of the last dry run. */
  lines(name: DecisionListName, from: number, to: number): readonly ListedLine[] {
    return this.#decided(name).slice(from, to).map(cellsOf);
  }

  /** A whole list for the clipboard: cells with tabs between them. */
  linesText(name: DecisionListName): Blob {
    return new Blob([tabbedText(this.#decided(name).map(cellsOf), 'clipboard')], { type: 'text/plain' });
  }

  /** What adding the pairs that are new would do; see `Previewer`. */
  preview(): Promise<Preview | null> {
    return this.#preview(this.#decided('new').map(({ mapping }) => addition(mapping)));
  }

  /** The different accounts of the pairs that are new in the last dry run. */
  newAccounts(): readonly string[] {
    return [...new Set(this.#decided('new').map(({ mapping }) => mapping.glAccount))];
  }

  /** Accounts of the pairs of the last dry run that the list has in another form. */
  async otherForms(): Promise<readonly OtherForm[]> {
    const { otherForms } = await import('#engine/upload/otherForms.ts');
    const accounts = this.#decisions.map(({ mapping }) => mapping.glAccount);
    return otherForms(
      accounts,
      [...this.#list.entries.values()].map(({ glAccount }) => glAccount),
    );
  }

  /** Forgets the last dry run. */
  forgetDryRun(): void {
    this.#dryRunning.cancel();
    this.#pairs = null;
    this.#forgetDecisions();
    if (this.#uploading === null) this.#keywords.drop();
  }

  /** The stored list, for the analysis of pending pairs; null until it is whole. */
  serializeList(): StoredList | null {
    const revision = this.listRevision();
    return revision === null ? null : { mappings: serializeMappings(this.#list.entries.values()), revision };
  }

  /** The number of the list's state, which grows with every change; null until the list is whole. */
  listRevision(): number | null {
    return this.#list.isConfirmed ? this.#revision : null;
  }

  /**
   * Adds the pairs that are new. An upload that is resumed gets the same pairs again: those that an earlier try has
   * written count as added. `onProgress` gets the number of pairs done with. Ends with the first chunk that fails.
   */
  async upload(
    { pairs: serialized, batch }: Pick<UploadPlan, 'pairs' | 'batch'>,
    isResumed: boolean,
    onProgress: (done: number) => void,
  ): Promise<UploadResult> {
    this.cancel();
    const counts = { added: 0, skipped: 0 };
    if (!this.#list.isConfirmed) return { kind: 'no-list', ...counts };
    const uploading = new AbortController();
    this.#uploading = uploading;
    const isAdded = (decision: UploadDecision) =>
      decision.kind === 'new' || (isResumed && isWrittenBefore(decision));
    try {
      const pairs = await deserializeMappings(serialized);
      await this.#keywords.get();
      // The list may be read again meanwhile.
      const keywordsNow = () =>
        this.#keywords.now ?? runToEnd(storedKeywords([...this.#list.entries.values()]));
      // The list may not have the pairs of the chunk before yet.
      const earlier = new Map<string, Mapping>();
      const decided = new Map<readonly Mapping[], readonly UploadDecision[]>();
      const written = await this.#writer.writeItems({ kind: 'upload', batch }, pairs, {
        plan(chunk) {
          const keywords = keywordsNow();
          const decisions = chunk.map((pair) => decide(pair, keywords, earlier));
          decided.set(chunk, decisions);
          return decisions.filter(({ kind }) => kind === 'new').map(({ mapping }) => addition(mapping));
        },
        onChunk: async (made, chunk) => {
          if (made.length === 0) await this.#timing.yieldToEventLoop();
          const added = (decided.get(chunk) ?? []).filter(isAdded).length;
          decided.delete(chunk);
          counts.added += added;
          counts.skipped += chunk.length - added;
          onProgress(counts.added + counts.skipped);
        },
        signal: uploading.signal,
        isContinued: isResumed,
      });
      if (written.failure !== null) return { kind: 'failed', detail: written.failure, ...counts };
      return { kind: written.isCancelled ? 'cancelled' : 'complete', ...counts };
    } catch (error) {
      return { kind: 'failed', detail: detailOf(error), ...counts };
    } finally {
      if (this.#uploading === uploading) this.#endUpload();
    }
  }

  /** Ends the upload under way after the chunks that are on their way: they cannot be called back. */
  cancel(): void {
    this.#uploading?.abort();
  }

  async #decideAll(signal: AbortSignal): Promise<readonly UploadDecision[] | null> {
    const pairs = await this.#pairs;
    if (!this.#list.isConfirmed) return null;
    if (pairs === null || pairs.length === 0) return [];
    const keywords = await this.#keywords.get();
    signal.throwIfAborted();
    if (keywords === null) return null;
    return runInSlices(decideAll(pairs, keywords), this.#timing, signal);
  }

  #forgetDecisions(): void {
    this.#decisions = [];
    this.#decidedFor = null;
  }

  #decided(kind: DecisionListName): readonly UploadDecision[] {
    return this.#decisions.filter((decision) => decision.kind === kind);
  }

  #endUpload(): void {
    this.#uploading = null;
    if (this.#pairs === null) this.#keywords.drop();
  }
}

/** Whether the list has the pair exactly as it is: in a resumed upload, an earlier try has written it. */
function isWrittenBefore(decision: UploadDecision): boolean {
  return decision.kind === 'present' && decision.stored.description === decision.mapping.description;
}

function cellsOf(decision: UploadDecision): ListedLine {
  const { description, glAccount } = decision.mapping;
  if (decision.kind === 'new' || decision.kind === 'present') return [description, glAccount];
  const other = decision.kind === 'repeated' ? decision.first : decision.stored;
  return [description, glAccount, other.description, other.glAccount];
}
