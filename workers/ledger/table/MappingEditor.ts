import type {
  ChangeResult,
  EditorApi,
  EditResult,
  MappingFields,
  UndoId,
  UndoResult,
} from '#contract/table.ts';
import { normalise } from '#engine/normalise.ts';
import { keyProblem } from '#model/keyProblem.ts';
import type { ListChange } from '#model/listChange.ts';
import { type Mapping, type MappingKey, mappingKey } from '#model/mapping.ts';
import { type SerializedMappings, serializeMappings } from '#model/serializedMappings.ts';
import {
  type EntryChange,
  isAsBefore,
  isSame,
  isStored,
  reasonOf,
  type Written,
  writeInChunks,
} from '../list/listWrites.ts';
import type { MappingList } from '../list/MappingList.ts';
import type { AnalysisSnapshot } from './AnalysisSnapshot.ts';
import type { Selection } from './TableView.ts';

type MappingEditorOptions = {
  readonly list: Pick<MappingList, 'entries' | 'classifier' | 'write'>;
  readonly selection: Pick<Selection, 'keys'>;
  readonly snapshot: AnalysisSnapshot;
};

/**
 * Changes the stored list for the Database screen; {@link EditorApi} describes each method. The server takes a change
 * only if the list is still the one that it was planned on: two admins at one entry must not overwrite each other unseen.
 */
export class MappingEditor implements EditorApi {
  readonly #options: MappingEditorOptions;
  readonly #undoLog = new UndoLog();

  constructor(options: MappingEditorOptions) {
    this.#options = options;
  }

  /** A new description moves the entry to its own key, in one update. */
  async edit(
    key: MappingKey,
    before: Mapping | null,
    fields: MappingFields,
    allowsCaseVariant = false,
  ): Promise<EditResult> {
    const description = fields.description.trim();
    const isMoved = description !== before?.description.trim();
    const newKey = isMoved ? mappingKey(description) : key;
    const problem = keyProblem(newKey);
    if (problem !== null) return { kind: 'unstorable', problem };
    const after = { key: newKey, description, glAccount: fields.glAccount.trim() };
    const variant = allowsCaseVariant || !isMoved ? null : this.#findCaseVariant(after, key);
    if (variant) return { kind: 'case-variant', variant, wins: variant.key < newKey ? 'variant' : 'edited' };
    try {
      if (newKey === key) return await this.#edit([{ key, before, after }]);
      const to = { key: newKey, before: null, after };
      return await this.#edit(before === null ? [to] : [to, { key, before, after: null }]);
    } catch (error) {
      return { kind: 'failed', detail: reasonOf(error) };
    }
  }

  async remove(mapping: Mapping): Promise<EditResult> {
    const change = { key: mapping.key, before: mapping, after: null };
    try {
      return (await this.#write([change])) ?? { kind: 'changed', stored: this.#stored(mapping.key) };
    } catch (error) {
      return { kind: 'failed', detail: reasonOf(error) };
    }
  }

  removeSelected(onProgress: (removed: number) => void): Promise<ChangeResult> {
    return this.#removeAll([...this.#options.selection.keys], onProgress, false);
  }

  removeDuplicates(keys: readonly MappingKey[]): Promise<ChangeResult> {
    return this.#removeAll(keys, () => {}, true);
  }

  takeSnapshot(): SerializedMappings {
    return serializeMappings(this.#options.snapshot.take());
  }

  /** In one update, unless an entry has changed since the analysis because of which the proposal no longer holds. */
  async apply({ set, remove }: ListChange): Promise<ChangeResult> {
    const { snapshot, list } = this.#options;
    for (const { key, description } of set) {
      const problem = keyProblem(key);
      if (problem !== null) return { kind: 'unstorable', description, problem };
    }
    const written = new Set(set.map(({ key }) => key));
    const removed = remove.filter((key) => !written.has(key)).map((key) => ({ key, after: null }));
    const wanted = [...set.map((after) => ({ key: after.key, after })), ...removed];
    const findOutdating = () => snapshot.findOutdating({ set, remove });
    let changes: readonly EntryChange[];
    try {
      changes = await list.write(() =>
        findOutdating() === undefined
          ? wanted.map((change) => ({ ...change, before: this.#stored(change.key) }))
          : [],
      );
    } catch (error) {
      return { kind: 'failed', detail: reasonOf(error), count: 0, undo: null };
    }
    const outdating = changes.length === 0 ? findOutdating() : undefined;
    if (outdating !== undefined) return { kind: 'outdated', description: this.#nameOf(outdating) };
    return {
      kind: 'saved',
      count: changes.length,
      undo: this.#remember({ changes, isWhole: true, isProposed: true }),
    };
  }

  async undo(id: UndoId): Promise<UndoResult> {
    const entry = this.#undoLog.take(id);
    if (!entry) return { kind: 'gone' };
    const isAsLeft = ({ key, after }: EntryChange) => isSame(this.#stored(key), after);
    const back = entry.changes
      .filter(isAsLeft)
      .map(({ key, before, after }) => ({ key, before: after, after: before }));
    const changedSince = entry.changes.filter((change) => !isAsLeft(change));
    if (entry.isWhole && changedSince.length > 0) return this.#undone(0, changedSince);
    const { changes, failure } = await this.#writeWhereUnchanged(back, () => {});
    if (entry.isProposed) this.#options.snapshot.update(changes);
    if (failure !== null) return { kind: 'failed', detail: failure };
    const left = back.filter((change) => !changes.includes(change));
    return this.#undone(changes.length, [...changedSince, ...left]);
  }

  #undone(count: number, skipped: readonly EntryChange[]): UndoResult {
    return { kind: 'undone', count, skipped: skipped.map(({ key }) => this.#nameOf(key)) };
  }

  async #removeAll(
    keys: readonly MappingKey[],
    onProgress: (removed: number) => void,
    isProposed: boolean,
  ): Promise<ChangeResult> {
    const wanted = keys.flatMap((key) => {
      const before = this.#stored(key);
      return before ? [{ key, before, after: null }] : [];
    });
    const { changes, failure } = await this.#writeWhereUnchanged(wanted, onProgress);
    const count = changes.length;
    const undo = count > 0 ? this.#remember({ changes, isWhole: false, isProposed }) : null;
    if (failure !== null) return { kind: 'failed', detail: failure, count, undo };
    return { kind: 'saved', count, undo };
  }

  #writeWhereUnchanged(
    changes: readonly EntryChange[],
    onProgress: (written: number) => void,
  ): Promise<Written> {
    const { list } = this.#options;
    return writeInChunks(list, changes, onProgress, (change) => isAsBefore(list.entries, change));
  }

  /** `changes`: the entry at its new place, then its former place if that is another one. */
  async #edit(changes: readonly [EntryChange, EntryChange?]): Promise<EditResult> {
    const [to, from] = changes;
    const all = from === undefined ? [to] : [to, from];
    const saved = await this.#write(all);
    if (saved !== null) return saved;
    // An earlier attempt may have stored it, whose answer was lost with the page.
    if (isStored(this.#options.list.entries, all)) return this.#saved(all);
    const stored = this.#stored(to.key);
    return from !== undefined && stored !== null
      ? { kind: 'taken', holder: stored }
      : { kind: 'changed', stored: from === undefined ? stored : this.#stored(from.key) };
  }

  /** Makes the changes if every entry still has the value that they begin with; null if not. */
  async #write(changes: readonly EntryChange[]): Promise<EditResult | null> {
    const { list } = this.#options;
    const isAsRead = () => changes.every((change) => isAsBefore(list.entries, change));
    const made = await list.write(() => (isAsRead() ? changes : []));
    return made.length > 0 ? this.#saved(changes) : null;
  }

  #saved(changes: readonly EntryChange[]): EditResult {
    return { kind: 'saved', undo: this.#remember({ changes, isWhole: true }) };
  }

  #remember(entry: UndoEntry): UndoId {
    if (entry.isProposed) this.#options.snapshot.update(entry.changes);
    return this.#undoLog.remember(entry);
  }

  /** The entry, other than the one at `editedKey`, with the same normalised keyword that the classifier prefers. */
  #findCaseVariant({ key, description }: Mapping, editedKey: MappingKey): Mapping | null {
    const { classifier } = this.#options.list;
    const id = classifier?.classify(description) ?? -1;
    if (!classifier || id < 0) return null;
    const found = classifier.mapping(id);
    const isOther = found.key !== key && found.key !== editedKey;
    return isOther && normalise(found.description) === normalise(description) ? found : null;
  }

  #stored(key: MappingKey): Mapping | null {
    return this.#options.list.entries.get(key) ?? null;
  }

  #nameOf(key: MappingKey): string {
    return this.#stored(key)?.description ?? key;
  }
}

/** The last change, for undoing it. */
type UndoEntry = {
  readonly changes: readonly EntryChange[];
  /** The changes belong together: either all of them are undone or none. */
  readonly isWhole: boolean;
  /** An analysis proposed it: the snapshot follows. */
  readonly isProposed?: boolean;
};

/** Remembers the last change only: the screen offers to undo what was just done, and nothing before it. */
class UndoLog {
  #lastId: UndoId = 0;
  #last: UndoEntry | null = null;

  remember(entry: UndoEntry): UndoId {
    this.#last = entry;
    return ++this.#lastId;
  }

  /** Takes the entry out; undefined when it is not the last one any more, or has been taken. */
  take(id: UndoId): UndoEntry | undefined {
    if (id !== this.#lastId || this.#last === null) return undefined;
    const entry = this.#last;
    this.#last = null;
    return entry;
  }
}
