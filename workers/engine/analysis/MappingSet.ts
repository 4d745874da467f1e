import { isUsable, type Mapping } from '../../../src/model/mapping.ts';
import { type ComparedTexts, lengthOf, type UnitTexts } from './comparedTexts.ts';
import { appendUnit, sameUnits, shiftFor, slotOf } from './hash.ts';
import type { AnalysisInput } from './report.ts';

/** In place of the number of a keyword: the mapping never matches. */
export const NO_KEYWORD = -1;

/**
 * The mappings of an analysis by number (first the list's, then the stored ones), their accounts by number, and
 * which of them are twins: mappings whose keyword is the same to the classifier.
 */
export class MappingSet {
  readonly mappings: readonly Mapping[];
  /** Mappings before this number can be removed; from here on they are the stored list of an upload. */
  readonly listSize: number;
  readonly texts: ComparedTexts;
  readonly accounts: readonly string[];
  readonly accountOf: Int32Array;
  /** Number of the mapping's keyword in match form; {@link NO_KEYWORD} for blank and unusable mappings. */
  readonly keywordOf: Int32Array;
  /** Mappings of each keyword, in order. */
  readonly twins: number[][];

  constructor({ list, stored = [] }: AnalysisInput, texts: ComparedTexts) {
    this.mappings = stored.length > 0 ? [...list, ...stored] : list;
    this.listSize = list.length;
    this.texts = texts;
    const accounts = new Map<string, number>();
    this.accountOf = new Int32Array(this.mappings.length);
    this.mappings.forEach(({ glAccount }, row) => {
      this.accountOf[row] = numberOf(accounts, glAccount);
    });
    this.accounts = [...accounts.keys()];
    this.twins = groupTwins(texts.match, this.mappings);
    this.keywordOf = new Int32Array(this.mappings.length).fill(NO_KEYWORD);
    this.twins.forEach((rows, keyword) => {
      for (const row of rows) this.keywordOf[row] = keyword;
    });
  }

  mapping(row: number): Mapping {
    return this.mappings[row] as Mapping;
  }

  isStored(row: number): boolean {
    return row >= this.listSize;
  }

  /** Takes mappings out of the analysis. */
  remove(rows: Iterable<number>): void {
    for (const row of rows) {
      const keyword = this.keywordOf[row] as number;
      this.twins[keyword] = (this.twins[keyword] ?? []).filter((twin) => twin !== row);
      this.keywordOf[row] = NO_KEYWORD;
    }
  }

  /** Numbers of the list's mappings that can match, per account. */
  listRowsByAccount(): number[][] {
    const rows: number[][] = this.accounts.map(() => []);
    for (let row = 0; row < this.listSize; row++) {
      if (this.keywordOf[row] !== NO_KEYWORD) rows[this.accountOf[row] as number]?.push(row);
    }
    return rows;
  }

  /** The twins that count: stored ones if there are any, as an upload skips what exists. */
  effectiveTwins(keyword: number): readonly number[] {
    const rows = this.twins[keyword] ?? [];
    if (this.listSize === this.mappings.length) return rows;
    const stored = rows.filter((row) => this.isStored(row));
    return stored.length > 0 ? stored : rows;
  }

  /** The twin that the classifier prefers: the one with the least key. */
  preferred(rows: readonly number[]): number | undefined {
    return rows.reduce<number | undefined>(
      (best, row) => (best === undefined || this.mapping(row).key < this.mapping(best).key ? row : best),
      undefined,
    );
  }
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}

/** Groups the numbers of texts that are equal, leaving out blank texts and unusable mappings. */
function groupTwins(texts: UnitTexts, mappings: readonly Mapping[]): number[][] {
  const shift = shiftFor(mappings.length);
  const slots = new Int32Array(2 ** (32 - shift));
  const groups: number[][] = [];
  for (let row = 0; row < mappings.length; row++) {
    const length = lengthOf(texts, row);
    if (length === 0 || !isUsable(mappings[row] as Mapping)) continue;
    let slot = slotOf(hashOf(texts, row, length), shift);
    for (;;) {
      const group = groups[(slots[slot] as number) - 1];
      if (!group) {
        slots[slot] = groups.push([row]);
        break;
      }
      if (sameText(texts, group[0] as number, row, length)) {
        group.push(row);
        break;
      }
      slot = (slot + 1) % slots.length;
    }
  }
  return groups;
}

function hashOf({ units, starts }: UnitTexts, row: number, length: number): number {
  const start = starts[row] as number;
  let hash = length;
  for (let i = start; i < start + length; i++) hash = appendUnit(hash, units[i] as number);
  return hash;
}

function sameText(texts: UnitTexts, a: number, b: number, length: number): boolean {
  const { units, starts } = texts;
  return (
    lengthOf(texts, a) === length && sameUnits(units, starts[a] as number, units, starts[b] as number, length)
  );
}
