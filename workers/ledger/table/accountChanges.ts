import type { AccountChangePreview, AccountChangeResult, BatchId, EditorApi } from '#contract/table.ts';
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

/** What is done with the accounts of the selected mappings; `EditorApi` describes the methods. */
export type AccountChanges = Pick<EditorApi, 'previewAccounts' | 'changeAccounts' | 'cancelAccounts'>;

/** Gives all selected mappings another account, and says beforehand what that does. */
export function createAccountChanges(options: AccountChangesOptions): AccountChanges {
  let changing = new AbortController();
  return {
    previewAccounts: (account) => previewAccounts(options, account.trim()),
    changeAccounts(account, batch, onProgress) {
      changing.abort();
      changing = new AbortController();
      return changeAccounts(options, account.trim(), { batch, onProgress, signal: changing.signal });
    },
    // Entries that are on their way cannot be called back.
    cancelAccounts: () => changing.abort(),
  };
}

async function previewAccounts(
  options: AccountChangesOptions,
  account: string,
): Promise<AccountChangePreview | null> {
  const { changing, same, refused } = sortSelected(options, account);
  const preview = await options.preview(changing.map((before) => changeOf(before, account)));
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

type HowToChange = {
  readonly batch: BatchId | null;
  readonly onProgress: (changed: number, of: number) => void;
  readonly signal: AbortSignal;
};

/**
 * Stores the account in entries of one batch; stops with the first that fails, and before the next one when it is
 * cancelled. Mappings that somebody changes before their entry is made stay as they are.
 */
async function changeAccounts(
  options: AccountChangesOptions,
  to: string,
  { batch, onProgress, signal }: HowToChange,
): Promise<AccountChangeResult> {
  // The selection is lost with its worker: that none is left to change is no success then.
  if (options.selection.size === 0)
    return { kind: 'failed', detail: manyMappingsMessages.noneSelected, changed: 0, skipped: 0, undo: batch };
  const wanted = sortSelected(options, to).changing.map((before) => changeOf(before, to));
  const changeSet: ListChangeSet = { ...newChangeSet('accounts'), ...(batch !== null && { batch }), to };
  const { changes, skipped, isCancelled, failure } = await options.writer.write(changeSet, wanted, {
    isContinued: batch !== null,
    onProgress: (done) => onProgress(done, wanted.length),
    signal,
  });
  const changed = changes.length;
  const end = { changed, skipped, undo: changed > 0 ? changeSet.batch : batch };
  if (failure !== null) return { kind: 'failed', detail: failure, ...end };
  if (isCancelled) return { kind: 'cancelled', ...end };
  // What is left has the account already, or cannot be changed.
  options.selection.clear();
  return { kind: 'saved', ...end };
}

/** The selected mappings that would get the account, how many have it, and those that cannot be stored again. */
function sortSelected({ list, selection }: AccountChangesOptions, account: string) {
  const selected = [...selection].flatMap((key) => list.entries.get(key) ?? []);
  const others = selected.filter((mapping) => !hasAccount(mapping, account));
  return {
    changing: others.filter(isStorable),
    same: selected.length - others.length,
    refused: others.filter((mapping) => !isStorable(mapping)),
  };
}

function changeOf(before: Mapping, glAccount: string): MappingChange {
  return { key: before.key, before, after: withAccount(before, glAccount) };
}

/** Whether the rules accept the mapping with another account: earlier versions have stored what they refuse today. */
function isStorable({ key, description }: Mapping): boolean {
  return keyProblem(key) === null && description.length <= MAX_KEYWORD_LENGTH;
}
