import type { Preview } from '#contract/preview.ts';
import {
  deserializeMappings,
  type SerializedMappings,
  serializeMappings,
} from '#contract/serializedMappings.ts';
import type {
  AcceptResult,
  BatchId,
  ChangeResult,
  EditorApi,
  EditResult,
  UndoResult,
} from '#contract/table.ts';
import type { MappingChange } from '#model/history.ts';
import { isChangeableKey, keyProblem } from '#model/keyProblem.ts';
import { MAX_CHANGES_PER_ENTRY } from '#model/limits.ts';
import type { ListChange } from '#model/listChange.ts';
import {
  type Mapping,
  type MappingKey,
  makeMapping,
  mappingKey,
  type NewFields,
  trimmedFields,
  typedMapping,
  withAccount,
} from '#model/mapping.ts';
import type { UndoReader } from '../history/historyServices.ts';
import { planUndo, RESTORABLE_MAPPINGS } from '../history/restorePlan.ts';
import type { ChangeSetWriter } from '../list/ChangeSetWriter.ts';
import { isAsBefore, isStored, type ListChangeSet, outcomeOf, putInPlace } from '../list/listWrites.ts';
import type { MappingList } from '../list/MappingList.ts';
import { newChangeSet } from '../log/LogWriter.ts';
import { createPreviewer, type Previewer, type PreviewerOptions } from '../preview/createPreviewer.ts';
import { addition } from '../preview/preview.ts';
import type { AnalysisSnapshot } from './AnalysisSnapshot.ts';
import type { AccountChanges } from './accountChanges.ts';

type MappingEditorOptions = {
  readonly list: Pick<MappingList, 'entries' | 'classifier' | 'write' | 'accept' | 'acknowledgeBehind'>;
  readonly writer: Pick<ChangeSetWriter, 'write' | 'close'>;
  readonly history: UndoReader;
  readonly selection: ReadonlySet<MappingKey>;
  readonly snapshot: AnalysisSnapshot;
  readonly previews: PreviewerOptions;
};

/**
 * Changes the stored list for the Database screen; {@link EditorApi} describes each method, and the page says that one has
 * failed which rejects. The server takes a change only if the list is still the one that it was planned on: two admins at one entry must not overwrite each other unseen.
 */
export class MappingEditor implements Omit<EditorApi, keyof AccountChanges> {
  readonly #options: MappingEditorOptions;
  readonly #previewAdd: Previewer;
  readonly #previewEdit: Previewer;
  readonly #previewMany: Previewer;
  readonly #previewRemoval: Previewer;
  /** Change sets that an analysis proposed: the snapshot follows them, and their undoing. */
  readonly #proposed = new Set<BatchId>();
  /** Change sets whose changes belong together. */
  readonly #whole = new Set<BatchId>();

  constructor(options: MappingEditorOptions) {
    this.#options = options;
    this.#previewAdd = createPreviewer(options.previews);
    this.#previewEdit = createPreviewer(options.previews);
    this.#previewMany = createPreviewer(options.previews);
    this.#previewRemoval = createPreviewer(options.previews);
  }

  /** A new description moves the entry to its own key, in one update. */
  async edit(
    key: MappingKey,
    before: Mapping | null,
    fields: NewFields,
    allowsCaseVariant = false,
  ): Promise<EditResult> {
    if (before !== null && !isChangeableKey(key)) return { kind: 'unchangeable' };
    const typed = trimmedFields(fields);
    const isMoved = typed.description !== before?.description.trim();
    const newKey = isMoved ? mappingKey(typed.description) : key;
    const problem = keyProblem(newKey);
    if (problem !== null) return { kind: 'unstorable', problem };
    const after = makeMapping(typed, newKey);
    const variant = allowsCaseVariant || !isMoved ? null : this.#findCaseVariant(after, key);
    if (variant) return { kind: 'case-variant', variant, wins: variant.key < newKey ? 'variant' : 'edited' };
    const changeSet = newChangeSet(before === null ? 'add' : 'edit');
    if (newKey === key) return this.#edit(changeSet, [{ key, before, after }]);
    const to = { key: newKey, before: null, after };
    return this.#edit(changeSet, before === null ? [to] : [to, { key, before, after: null }]);
  }

  previewAdd(fields: NewFields): Promise<Preview | null> {
    return this.#previewAdd([addition(typedMapping(fields))]);
  }

  async previewEdit(key: MappingKey, fields: NewFields): Promise<Preview | null> {
    const before = this.#stored(key);
    const typed = trimmedFields(fields);
    const newKey = typed.description === before?.description.trim() ? key : mappingKey(typed.description);
    if (keyProblem(newKey) !== null) return null;
    const to = { key: newKey, before: this.#stored(newKey), after: makeMapping(typed, newKey) };
    return this.#previewEdit(newKey === key ? [to] : [{ key, before, after: null }, to]);
  }

  async previewMany(before: SerializedMappings, accounts: readonly string[] | null): Promise<Preview | null> {
    return this.#previewMany(manyChanges(await deserializeMappings(before), accounts));
  }

  previewRemoval(keys: readonly MappingKey[] | 'selection'): Promise<Preview | null> {
    const removed = keys === 'selection' ? [...this.#options.selection] : keys;
    return this.#previewRemoval(removed.map((key) => ({ key, before: this.#stored(key), after: null })));
  }

  async remove(mapping: Mapping): Promise<EditResult> {
    if (!isChangeableKey(mapping.key)) return { kind: 'unchangeable' };
    const change = { key: mapping.key, before: mapping, after: null };
    const saved = await this.#write(newChangeSet('delete'), [change]);
    return saved ?? { kind: 'changed', stored: this.#stored(mapping.key) };
  }

  async removeSelected(onProgress: (removed: number) => void): Promise<ChangeResult> {
    const refusal = this.#findUnchangeable(this.#options.selection);
    if (refusal !== null) return refusal;
    return this.#removeAll(newChangeSet('delete'), [...this.#options.selection], onProgress);
  }

  async removeDuplicates(keys: readonly MappingKey[]): Promise<ChangeResult> {
    const refusal = this.#findUnchangeable(keys);
    if (refusal !== null) return refusal;
    const changeSet = newChangeSet('duplicates');
    this.#proposed.add(changeSet.batch);
    return this.#removeAll(changeSet, keys);
  }

  async changeMany(
    before: SerializedMappings,
    accounts: readonly string[] | null,
    onProgress: (changed: number) => void,
  ): Promise<ChangeResult> {
    const mappings = await deserializeMappings(before);
    const refusal = this.#findUnchangeable(mappings.map(({ key }) => key));
    if (refusal !== null) return refusal;
    const changes = manyChanges(mappings, accounts);
    const changeSet = newChangeSet(accounts === null ? 'delete' : changes.length > 1 ? 'accounts' : 'edit');
    const to =
      changeSet.kind === 'accounts' ? onlyOne(changes.map(({ after }) => after?.glAccount)) : undefined;
    const named = to === undefined ? changeSet : { ...changeSet, to };
    return outcomeOf(changeSet, await this.#options.writer.write(named, changes, { onProgress }));
  }

  takeSnapshot(): SerializedMappings {
    // What an earlier analysis proposed is part of the new snapshot: undoing it is a change since.
    this.#proposed.clear();
    return serializeMappings(this.#options.snapshot.take());
  }

  previewApply(change: ListChange): Promise<Preview | null> {
    const changes = changesOf(change).map(({ key, after }) => ({ key, before: this.#stored(key), after }));
    // A report asks for many at once: none cancels another.
    return createPreviewer(this.#options.previews)(changes);
  }

  /**
   * In one update, unless an entry has changed since the analysis because of which the consolidation no longer holds.
   * Where it is more than one update takes, the keyword is written first, and what it stands for removed afterwards.
   */
  async apply({ set, remove }: ListChange): Promise<ChangeResult> {
    const { snapshot, list } = this.#options;
    for (const { key, description } of set) {
      const problem = keyProblem(key);
      if (problem !== null) return { kind: 'unstorable', description, problem };
    }
    const refusal = this.#findUnchangeable(remove);
    if (refusal !== null) return refusal;
    const wanted = changesOf({ set, remove });
    const first = wanted.slice(0, MAX_CHANGES_PER_ENTRY);
    const left = wanted.length - first.length;
    const findOutdating = () => snapshot.findOutdating({ set, remove });
    const changeSet = newChangeSet('consolidation');
    const changes = await list.write({ ...changeSet, left }, () =>
      findOutdating() === undefined
        ? first.map(({ key, after }) =>
            after === null ? { key, before: this.#stored(key), after } : putInPlace(list.entries, after),
          )
        : [],
    );
    const outdating = changes.length === 0 ? findOutdating() : undefined;
    if (outdating !== undefined) return { kind: 'outdated', description: this.#nameOf(outdating) };
    this.#proposed.add(changeSet.batch);
    this.#whole.add(changeSet.batch);
    snapshot.update(changes);
    const rest = wanted.slice(MAX_CHANGES_PER_ENTRY).map(({ key }) => key);
    const { count, ...result } = await this.#removeAll(changeSet, rest);
    const all = changes.length + count;
    return { ...result, count: all, undo: all > 0 ? changeSet.batch : null };
  }

  /** What belongs together is undone as a whole or not at all. */
  async undo(id: BatchId): Promise<UndoResult> {
    const { history, list, snapshot } = this.#options;
    const entries = await history.changesOfBatch(id);
    if (entries === null) return { kind: 'gone' };
    const { changes: back, conflicts } = planUndo(RESTORABLE_MAPPINGS, entries, list.entries);
    if (this.#whole.has(id) && conflicts.length > 0) return this.#undone(0, conflicts);
    const { changes, failure } = await this.#options.writer.write(newChangeSet('undo'), back);
    if (this.#proposed.has(id)) snapshot.update(changes);
    if (failure !== null) return { kind: 'failed', detail: failure };
    if (await history.hasMoreLeft(id)) await this.#options.writer.close(id);
    const left = back.filter((change) => !changes.includes(change));
    return this.#undone(changes.length, [...conflicts, ...left]);
  }

  async acceptMismatch(): Promise<AcceptResult> {
    await this.#options.list.accept();
    return { kind: 'saved' };
  }

  async acknowledgeBehind(note?: string): Promise<AcceptResult> {
    await this.#options.list.acknowledgeBehind(note);
    return { kind: 'saved' };
  }

  #undone(count: number, skipped: readonly MappingChange[]): UndoResult {
    return { kind: 'undone', count, skipped: skipped.map(({ key }) => this.#nameOf(key)) };
  }

  async #removeAll(
    changeSet: ListChangeSet,
    keys: readonly MappingKey[],
    onProgress = (_removed: number) => {},
  ): Promise<Extract<ChangeResult, { kind: 'saved' | 'failed' }>> {
    const wanted = keys.flatMap((key) => {
      const before = this.#stored(key);
      return before ? [{ key, before, after: null }] : [];
    });
    const written = await this.#options.writer.write(changeSet, wanted, { onProgress });
    if (this.#proposed.has(changeSet.batch)) this.#options.snapshot.update(written.changes);
    return outcomeOf(changeSet, written);
  }

  /** `changes`: the entry at its new place, then its former place if that is another one. */
  async #edit(
    changeSet: ListChangeSet,
    changes: readonly [MappingChange, MappingChange?],
  ): Promise<EditResult> {
    const [to, from] = changes;
    const all = from === undefined ? [to] : [to, from];
    const saved = await this.#write(changeSet, all);
    if (saved !== null) return saved;
    // An earlier attempt may have stored it, whose answer was lost with the page.
    if (isStored(this.#options.list.entries, all)) return { kind: 'saved', undo: null };
    const stored = this.#stored(to.key);
    return from !== undefined && stored !== null
      ? { kind: 'taken', holder: stored }
      : { kind: 'changed', stored: from === undefined ? stored : this.#stored(from.key) };
  }

  /** Makes the changes if every entry still has the value that they begin with; null if not. */
  async #write(changeSet: ListChangeSet, changes: readonly MappingChange[]): Promise<EditResult | null> {
    const { list } = this.#options;
    const isAsRead = () => changes.every((change) => isAsBefore(list.entries, change));
    const made = await list.write(changeSet, () => (isAsRead() ? changes : []));
    return made.length > 0 ? this.#saved(changeSet) : null;
  }

  #saved({ batch }: ListChangeSet): EditResult {
    this.#whole.add(batch);
    return { kind: 'saved', undo: batch };
  }

  /** The entry, other than the one at `editedKey`, with the same normalised keyword that the classifier prefers. */
  #findCaseVariant({ key, description }: Mapping, editedKey: MappingKey): Mapping | null {
    const [found] = this.#options.list.classifier?.spellings(description) ?? [];
    return found === undefined || found.key === key || found.key === editedKey ? null : found;
  }

  /** Says which entry nobody but the operator can remove; null: none. */
  #findUnchangeable(keys: Iterable<MappingKey>): Extract<ChangeResult, { kind: 'unchangeable' }> | null {
    for (const key of keys)
      if (!isChangeableKey(key)) return { kind: 'unchangeable', description: this.#nameOf(key) };
    return null;
  }

  #stored(key: MappingKey): Mapping | null {
    return this.#options.list.entries.get(key) ?? null;
  }

  #nameOf(key: MappingKey): string {
    return this.#stored(key)?.description ?? key;
  }
}

/** The value that all of them are; undefined where they differ. */
function onlyOne<T>(values: readonly T[]): T | undefined {
  return new Set(values).size === 1 ? values[0] : undefined;
}

/** By key, what a change of an analysis sets, and what it removes. */
function changesOf({ set, remove }: ListChange): readonly Pick<MappingChange, 'key' | 'after'>[] {
  const written = new Set(set.map(({ key }) => key));
  const removed = remove.filter((key) => !written.has(key)).map((key) => ({ key, after: null }));
  return [...set.map((after) => ({ key: after.key, after })), ...removed];
}

/** Each of the mappings with the account in its place, or none of them. */
function manyChanges(mappings: readonly Mapping[], accounts: readonly string[] | null) {
  return mappings.map((mapping, i) => ({
    key: mapping.key,
    before: mapping,
    after: accounts === null ? null : withAccount(mapping, accounts[i] ?? mapping.glAccount),
  }));
}
