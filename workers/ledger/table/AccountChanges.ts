import type { AccountChangeResult, AccountPreview, BatchId } from '#contract/table.ts';
import type { Classifier } from '#engine/classifier.ts';
import type { MappingChange } from '#model/history.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { MAX_KEYWORD_LENGTH } from '#model/limits.ts';
import { isSameMapping, type Mapping, type MappingKey, withAccount } from '#model/mapping.ts';
import { manyMappingsMessages } from '#model/text/manyMappingsMessages.ts';
import { ExclusiveJob } from '../../ExclusiveJob.ts';
import type { ChangeSetWriter } from '../list/ChangeSetWriter.ts';
import { type ListChangeSet, newChangeSet } from '../list/listWrites.ts';
import type { MappingList } from '../list/MappingList.ts';
import { runInSlices, type Timing } from '../timing.ts';
import type { EffectOf } from './effectOf.ts';
import type { Selection } from './TableView.ts';
import { countAccounts } from './tableLines.ts';
import { hasAccount } from './tableOrder.ts';

/** Own texts classified between two steps: a few milliseconds' worth. */
const TEXTS_PER_STEP = 500;

type AccountChangesOptions = {
  readonly list: Pick<MappingList, 'entries' | 'classifier'>;
  readonly writer: Pick<ChangeSetWriter, 'write'>;
  readonly selection: Pick<Selection, 'keys' | 'clear'>;
  readonly timing: Pick<Timing, 'yieldToEventLoop'>;
  readonly effectOf: EffectOf;
};

/** Gives all selected mappings another account, and says beforehand what that does. */
export class AccountChanges {
  readonly #options: AccountChangesOptions;
  readonly #previewing = new ExclusiveJob();
  #changing = new AbortController();

  constructor(options: AccountChangesOptions) {
    this.#options = options;
  }

  /** What {@link change} would do; null when another preview has been asked for meanwhile. */
  async preview(account: string): Promise<AccountPreview | null> {
    const preview = await this.#previewing.run((signal) => this.#preview(account.trim(), signal));
    return 'kind' in preview ? null : preview;
  }

  async #preview(account: string, signal: AbortSignal): Promise<AccountPreview> {
    const { list, timing, effectOf } = this.#options;
    const { changing, same, refused } = this.#sort(account);
    const keys = new Set(changing.map(({ key }) => key));
    const ownTexts = await runInSlices(countOwnTexts(list, keys, account), timing, () => {}, signal);
    const lines = await effectOf(changing.map((before) => changeOf(before, account)));
    signal.throwIfAborted();
    const [first] = refused;
    return {
      changing: changing.length,
      same,
      from: countAccounts(changing),
      ...ownTexts,
      lines,
      unchangeable: first ? { description: first.description, count: refused.length } : null,
    };
  }

  /**
   * Stores the account in entries of one batch; stops with the first that fails, and before the next one when it is
   * cancelled. Mappings that somebody changes before their entry is made stay as they are.
   */
  async change(
    account: string,
    batch: BatchId | null,
    onProgress: (changed: number, of: number) => void,
  ): Promise<AccountChangeResult> {
    this.cancel();
    this.#changing = new AbortController();
    const glAccount = account.trim();
    // The selection is lost with its worker: that none is left to change is no success then.
    if (this.#options.selection.keys.size === 0)
      return {
        kind: 'failed',
        detail: manyMappingsMessages.noneSelected,
        changed: 0,
        skipped: 0,
        undo: batch,
      };
    const wanted = this.#sort(glAccount).changing.map((before) => changeOf(before, glAccount));
    const changeSet: ListChangeSet = {
      kind: 'accounts',
      batch: batch ?? newChangeSet('accounts').batch,
      to: glAccount,
    };
    const { changes, skipped, isCancelled, failure } = await this.#options.writer.write(changeSet, wanted, {
      isContinued: batch !== null,
      onProgress: (done) => onProgress(done, wanted.length),
      signal: this.#changing.signal,
    });
    const changed = changes.length;
    const end = { changed, skipped, undo: changed > 0 ? changeSet.batch : batch };
    if (failure !== null) return { kind: 'failed', detail: failure, ...end };
    if (isCancelled) return { kind: 'cancelled', ...end };
    // What is left has the account already, or cannot be changed.
    this.#options.selection.clear();
    return { kind: 'saved', ...end };
  }

  /** Ends the change under way after the entries that are on their way: they cannot be called back. */
  cancel(): void {
    this.#changing.abort();
  }

  /** The selected mappings that would get the account, how many have it, and those that cannot be stored again. */
  #sort(account: string): { changing: Mapping[]; same: number; refused: Mapping[] } {
    const { list, selection } = this.#options;
    const selected = [...selection.keys].flatMap((key) => list.entries.get(key) ?? []);
    const others = selected.filter((mapping) => !hasAccount(mapping, account));
    return {
      changing: others.filter(isStorable),
      same: selected.length - others.length,
      refused: others.filter((mapping) => !isStorable(mapping)),
    };
  }
}

function changeOf(before: Mapping, glAccount: string): MappingChange {
  return { key: before.key, before, after: withAccount(before, glAccount) };
}

/** Whether the rules accept the mapping with another account: earlier versions have stored what they refuse today. */
function isStorable({ key, description }: Mapping): boolean {
  return keyProblem(key) === null && description.length <= MAX_KEYWORD_LENGTH;
}

type OwnTexts = Pick<AccountPreview, 'others' | 'overruled'>;

/**
 * Counts the mappings whose own text would and would not follow when those with the keys `changing` get another account.
 * Yields the share done.
 */
function* countOwnTexts(
  { entries, classifier }: Pick<MappingList, 'entries' | 'classifier'>,
  changing: ReadonlySet<MappingKey>,
  account: string,
): Generator<number, OwnTexts> {
  const counts = { others: 0, overruled: 0 };
  let done = 0;
  for (const mapping of entries.values()) {
    if (++done % TEXTS_PER_STEP === 0) yield done / entries.size;
    const winner = winnerOf(classifier, mapping.description);
    if (winner === null || isSameMapping(winner, mapping)) continue;
    const isWinnerChanged = changing.has(winner.key);
    const isChanged = changing.has(mapping.key);
    if (isWinnerChanged && !isChanged) counts.others++;
    if (isChanged && !isWinnerChanged && !hasAccount(winner, account)) counts.overruled++;
  }
  return counts;
}

/** The mapping that wins in a text. */
function winnerOf(classifier: Classifier | null, text: string): Mapping | null {
  const id = classifier?.classify(text) ?? -1;
  return classifier && id >= 0 ? classifier.mapping(id) : null;
}
