import type { SerializedMappings } from '#contract/serializedMappings.ts';
import { serializeMappings } from '#contract/serializedMappings.ts';
import type { ChangeResult, EditResult, MappingFields, UndoId, UndoResult } from '#contract/table.ts';
import { normalise } from '#engine/normalise.ts';
import { keyProblem } from '#model/keyProblem.ts';
import type { ListChange } from '#model/listChange.ts';
import { type Mapping, type MappingKey, mappingKey } from '#model/mapping.ts';
import type { MappingList } from '../list/MappingList.ts';
import type { AnalysisSnapshot } from './AnalysisSnapshot.ts';
import { type EntryChange, isAsBefore, isSame, swapEntry } from './entries.ts';
import { reasonOf, type Written, writeInChunks } from './entryWrites.ts';
import type { Selection } from './Selection.ts';
import { type UndoEntry, UndoLog } from './UndoLog.ts';

export type MappingEditorParts = {
  readonly list: Pick<MappingList, 'entries' | 'classifier' | 'write'>;
  readonly selection: Selection;
  readonly analysed: AnalysisSnapshot;
};

/**
 * Changes the stored list for the Database screen. The server takes a change only if the list is still the one that
 * it was planned on, since two admins at one entry must not overwrite each other unseen. Everything resolves when
 * the server has it.
 */
export class MappingEditor {
  readonly #parts: MappingEditorParts;
  readonly #undoLog = new UndoLog();

  constructor(parts: MappingEditorParts) {
    this.#parts = parts;
  }

  /**
   * Changes an entry that read `before` when editing began; null brings back one that is gone meanwhile. A new
   * description moves the entry to its own key, in one update. `allowsCaseVariant`: the description may become another
   * spelling of a keyword that is in the list already, which else is asked about first.
   */
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
      if (newKey === key) return await this.#swap({ key, before, after });
      return await this.#move({ key, before, after: null }, { key: newKey, before: null, after });
    } catch (error) {
      return { kind: 'failed', detail: reasonOf(error) };
    }
  }

  /** Removes an entry that is still as it was shown. */
  async remove(mapping: Mapping): Promise<EditResult> {
    try {
      return await this.#swap({ key: mapping.key, before: mapping, after: null });
    } catch (error) {
      return { kind: 'failed', detail: reasonOf(error) };
    }
  }

  /** Removes the selected entries. `onProgress` gets the number removed so far. */
  removeSelected(onProgress: (removed: number) => void): Promise<ChangeResult> {
    return this.#removeAll([...this.#parts.selection.keys], onProgress, false);
  }

  /** Removes the duplicates that an analysis found, as far as they are still there. */
  removeDuplicates(keys: readonly MappingKey[]): Promise<ChangeResult> {
    return this.#removeAll(keys, () => {}, true);
  }

  /** The whole list, for the analysis; {@link apply} then heeds what others have changed since. */
  takeSnapshot(): SerializedMappings {
    return serializeMappings(this.#parts.analysed.take());
  }

  /** Makes a change that an analysis proposes, in one update, unless the list has changed since so that it matters. */
  async apply({ set, remove }: ListChange): Promise<ChangeResult> {
    const { analysed, list } = this.#parts;
    for (const { key, description } of set) {
      const problem = keyProblem(key);
      if (problem !== null) return { kind: 'unstorable', description, problem };
    }
    const written = new Set(set.map(({ key }) => key));
    const removed = remove.filter((key) => !written.has(key)).map((key) => ({ key, after: null }));
    const wanted = [...set.map((after) => ({ key: after.key, after })), ...removed];
    const outdated = () => analysed.whatOutdates({ set, remove });
    let changes: readonly EntryChange[];
    try {
      changes = await list.write(() =>
        outdated() === undefined
          ? wanted.map((change) => ({ ...change, before: this.#stored(change.key) }))
          : [],
      );
    } catch (error) {
      return { kind: 'failed', detail: reasonOf(error), count: 0, undo: null };
    }
    const inTheWay = changes.length === 0 ? outdated() : undefined;
    if (inTheWay !== undefined) return { kind: 'outdated', description: this.#nameOf(inTheWay) };
    return {
      kind: 'saved',
      count: changes.length,
      undo: this.#remember({ changes, isWhole: true, isProposed: true }),
    };
  }

  /** Puts back what was there before the last deed, except where someone has changed it since. */
  async undo(id: UndoId): Promise<UndoResult> {
    const deed = this.#undoLog.take(id);
    if (!deed) return { kind: 'gone' };
    const isAsLeft = ({ key, after }: EntryChange) => isSame(this.#stored(key), after);
    const back = deed.changes
      .filter(isAsLeft)
      .map(({ key, before, after }) => ({ key, before: after, after: before }));
    const changedSince = deed.changes.filter((change) => !isAsLeft(change));
    if (deed.isWhole && changedSince.length > 0) return this.#undone(0, changedSince);
    const { changes, failure } = await this.#writeWhereUnchanged(back, () => {});
    if (deed.isProposed) this.#parts.analysed.follow(changes);
    if (failure !== null) return { kind: 'failed', detail: failure };
    const left = back.filter((change) => !changes.includes(change));
    return this.#undone(changes.length, [...changedSince, ...left]);
  }

  #undone(count: number, kept: readonly EntryChange[]): UndoResult {
    return { kind: 'undone', count, skipped: kept.map(({ key }) => this.#nameOf(key)) };
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
    const { list } = this.#parts;
    return writeInChunks(list, changes, onProgress, (change) => isAsBefore(list.entries, change));
  }

  async #swap(change: EntryChange): Promise<EditResult> {
    const inTheWay = await swapEntry(this.#parts.list, change);
    if (inTheWay) return { kind: 'changed', stored: inTheWay.stored };
    return { kind: 'saved', undo: this.#remember({ changes: [change], isWhole: true }) };
  }

  async #move(from: EntryChange, to: EntryChange): Promise<EditResult> {
    const { list } = this.#parts;
    const changes = from.before === null ? [to] : [to, from];
    const isFree = () => changes.every((change) => isAsBefore(list.entries, change));
    const made = await list.write(() => (isFree() ? changes : []));
    if (made.length === 0) {
      const holder = this.#stored(to.key);
      return holder ? { kind: 'taken', holder } : { kind: 'changed', stored: this.#stored(from.key) };
    }
    return { kind: 'saved', undo: this.#remember({ changes, isWhole: true }) };
  }

  #remember(deed: UndoEntry): UndoId {
    if (deed.isProposed) this.#parts.analysed.follow(deed.changes);
    return this.#undoLog.remember(deed);
  }

  /** The entry, other than the one at `editedKey`, that is the same keyword to the classifier and wins over others. */
  #findCaseVariant({ key, description }: Mapping, editedKey: MappingKey): Mapping | null {
    const { classifier } = this.#parts.list;
    const id = classifier?.classify(description) ?? -1;
    if (!classifier || id < 0) return null;
    const found = classifier.mapping(id);
    const isOther = found.key !== key && found.key !== editedKey;
    return isOther && normalise(found.description) === normalise(description) ? found : null;
  }

  #stored(key: MappingKey): Mapping | null {
    return this.#parts.list.entries.get(key) ?? null;
  }

  #nameOf(key: MappingKey): string {
    return this.#stored(key)?.description ?? key;
  }
}
