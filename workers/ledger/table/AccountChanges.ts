import type { AccountChangePreview, AccountChangeResult, BatchId } from '#contract/table.ts';
import type { MappingChange } from '#model/history.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { MAX_KEYWORD_LENGTH } from '#model/limits.ts';
import { type Mapping, withAccount } from '#model/mapping.ts';
import { manyMappingsMessages } from '#model/text/manyMappingsMessages.ts';
import { countAccounts, mostUsedFirst } from '../list/accountUse.ts';
import type { ChangeSetWriter } from '../list/ChangeSetWriter.ts';
import type { ListChangeSet } from '../list/listWrites.ts';
import type { MappingList } from '../list/MappingList.ts';
import { newChangeSet } from '../log/LogWriter.ts';
import type { Previewer } from '../preview/createPreviewer.ts';
import type { Selection } from './TableView.ts';
import { hasAccount } from './tableOrder.ts';

type AccountChangesOptions = {
  readonly list: Pick<MappingList, 'entries'>;
  readonly writer: Pick<ChangeSetWriter, 'write'>;
  readonly selection: Selection;
  readonly preview: Previewer;
};

/** Gives all selected mappings another account, and says beforehand what that does. */
export class AccountChanges {
  readonly #options: AccountChangesOptions;
  #changing = new AbortController();

  constructor(options: AccountChangesOptions) {
    this.#options = options;
  }

  /** What {@link change} would do; null when another preview has been asked for meanwhile. */
  async preview(account: string): Promise<AccountChangePreview | null> {
    const { changing, same, refused } = this.#sort(account.trim());
    const preview = await this.#options.preview(changing.map((before) => changeOf(before, account.trim())));
    const [first] = refused;
    return (
      preview && {
        changing: changing.length,
        same,
        from: mostUsedFirst(countAccounts(changing)),
        preview,
        unchangeable: first ? { description: first.description, count: refused.length } : null,
      }
    );
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
    if (this.#options.selection.size === 0)
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
    const selected = [...selection].flatMap((key) => list.entries.get(key) ?? []);
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
