import { isUsable, type Mapping } from '#model/mapping.ts';
import {
  acceptCandidate,
  addMapping,
  createKeywordTable,
  createMappingsById,
  findOrEnterCandidate,
  type KeywordNumber,
  type KeywordTable,
  NO_KEYWORD,
  writeCandidate,
} from '../keywords.ts';

/** The mappings of a list with their keywords and accounts as numbers. A mapping is named by its place in the list. */
export type ListedKeywords = {
  readonly list: readonly Mapping[];
  readonly table: KeywordTable;
  /** By place, the keyword; {@link NO_KEYWORD} for a mapping that can never match. */
  readonly keywords: Int32Array;
  /** By place, the number of the account: equal for equal ones, spaces around them aside. */
  readonly accounts: Int32Array;
  /** The accounts by their numbers. */
  readonly accountNames: readonly string[];
};

/** Numbers the keywords and accounts. Linear in the total length of the descriptions. */
export function numberKeywords(list: readonly Mapping[]): ListedKeywords {
  const units = list.reduce((sum, { description }) => sum + description.length, 0);
  const table = createKeywordTable(list.length, units);
  const byId = createMappingsById(list);
  const keywords = new Int32Array(list.length).fill(NO_KEYWORD);
  const accounts = new Int32Array(list.length);
  const numbers = new Map<string, number>();
  for (const [place, mapping] of list.entries()) {
    accounts[place] = numberOf(numbers, mapping.glAccount.trim());
    if (!isUsable(mapping)) continue;
    const length = writeCandidate(table, mapping.description);
    if (length === 0) continue;
    const k = findOrEnterCandidate(table, length);
    if (k === table.count) acceptCandidate(table, length, place);
    else addMapping(table, k, place, byId);
    keywords[place] = k;
  }
  return { list, table, keywords, accounts, accountNames: [...numbers.keys()] };
}

/** The place of the mapping that wins with a keyword: of several spellings, the one with the first stored key. */
export function winnerOf({ table }: ListedKeywords, k: KeywordNumber): number {
  return table.mappingIds[k] as number;
}

/** The places of all mappings with a keyword; the one that wins first. */
export function spellingsOf({ table }: ListedKeywords, k: KeywordNumber): readonly number[] {
  return [table.mappingIds[k] as number, ...(table.otherIds.get(k) ?? [])];
}

function numberOf(numbers: Map<string, number>, account: string): number {
  const known = numbers.get(account);
  if (known !== undefined) return known;
  numbers.set(account, numbers.size);
  return numbers.size - 1;
}
