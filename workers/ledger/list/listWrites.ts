import type { SaveResult } from '#contract/unmatched.ts';
import type { MappingChange } from '#model/history.ts';
import type { ChangeSet } from '#model/historyUpdate.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { isSameMapping, type Mapping, type MappingKey } from '#model/mapping.ts';
import { type LogWriter, newChangeSet, type Written, writeInChunks } from '../log/LogWriter.ts';

/** What the history says of a change: its kind, and what its entries have in common. */
export type ListChangeSet = Omit<ChangeSet, 'by'>;

/** A list that can be changed; see `LogWriter.write`. */
export type WritableList = {
  readonly entries: ReadonlyMap<MappingKey, Mapping>;
} & Pick<LogWriter<MappingChange, unknown, ListChangeSet>, 'write' | 'writePipelined'>;

/**
 * Stores mappings as one change set, each in place of what its key held; of several with one key the last. Nothing is written
 * when one of them cannot be stored. Resolves when the server has them.
 */
export async function writeMappings(
  list: WritableList,
  kind: ListChangeSet['kind'],
  mappings: readonly Mapping[],
): Promise<SaveResult> {
  for (const { key, description } of mappings) {
    const problem = keyProblem(key);
    if (problem !== null) return { kind: 'unstorable', keyword: description, problem };
  }
  const wanted = [...new Map(mappings.map((after) => [after.key, after])).values()];
  const changeSet: ListChangeSet = newChangeSet(kind);
  const written = await writeInChunks(list, changeSet, wanted, {
    plan: (chunk): readonly MappingChange[] =>
      chunk
        .map((mapping) => putInPlace(list.entries, mapping))
        .filter(({ before, after }) => !isSameMapping(before, after)),
  });
  return outcomeOf(changeSet, written);
}

/** How a change of many ended, and what takes back as much of it as was written. */
export function outcomeOf(
  { batch }: { readonly batch: string },
  { changes, failure }: Pick<Written<unknown>, 'changes' | 'failure'>,
) {
  const count = changes.length;
  const undo = count > 0 ? batch : null;
  return failure === null
    ? { kind: 'saved' as const, count, undo }
    : { kind: 'failed' as const, detail: failure, count, undo };
}

/** The change that puts a mapping in place of what its key holds; fields that it does not name stay as they are. */
export function putInPlace(entries: ReadonlyMap<MappingKey, Mapping>, mapping: Mapping): MappingChange {
  const before = entries.get(mapping.key) ?? null;
  return { key: mapping.key, before, after: { ...before, ...mapping } };
}

/** Whether the list has what the changes were to bring about. */
export function isStored(
  entries: ReadonlyMap<MappingKey, Mapping>,
  changes: readonly MappingChange[],
): boolean {
  return changes.every(({ key, after }) => isSameMapping(entries.get(key), after));
}

/** Whether the entry still has the value that the change begins with. */
export function isAsBefore(
  entries: ReadonlyMap<MappingKey, Mapping>,
  { key, before }: MappingChange,
): boolean {
  return isSameMapping(entries.get(key), before);
}
