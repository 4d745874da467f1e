import { mappingKey } from '#model/mapping.ts';
import type { MappingSet } from './MappingSet.ts';

/**
 * Numbers of the mappings of the list that repeat another one's lower-cased description and account. Of such
 * mappings the one whose key is the sanitised description stays, else the first; but where twins of another
 * account exist and one of them wins now, the winner stays, so that removing the others changes no account.
 */
export function findDuplicates(set: MappingSet): number[] {
  const duplicates: number[] = [];
  for (let keyword = 0; keyword < set.twins.size; keyword++) {
    if (set.twins.isSingle(keyword)) continue;
    const rows = set.twins.of(keyword);
    const winner = set.preferred(set.effectiveTwins(keyword));
    for (const same of groupsOfSame(set, rows)) {
      const kept = same.find((row) => row === winner && isContested(set, rows)) ?? firstToKeep(set, same);
      for (const row of same) if (row !== kept) duplicates.push(row);
    }
  }
  return duplicates.sort((a, b) => a - b);
}

function firstToKeep(set: MappingSet, rows: readonly number[]): number | undefined {
  return rows.find((row) => mappingKey(set.mapping(row).description) === set.mapping(row).key) ?? rows[0];
}

function isContested(set: MappingSet, rows: readonly number[]): boolean {
  return rows.some((row) => set.accountOf[row] !== set.accountOf[rows[0] as number]);
}

function groupsOfSame(set: MappingSet, rows: readonly number[]): Iterable<number[]> {
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    if (set.isStored(row)) continue;
    const { description, glAccount } = set.mapping(row);
    const id = JSON.stringify([description.toLowerCase(), glAccount]);
    const group = groups.get(id);
    if (group) group.push(row);
    else groups.set(id, [row]);
  }
  return groups.values();
}
