import { type Mapping, mappingKey } from '#model/mapping.ts';
import { mappingsOf } from '../../tests/support/pairsOfText.ts';
import { descriptionsOf, LEFT_OUT, realSetsIfNamed } from '../../tests/support/realSets.ts';
import { GROWING_LISTS } from '../growingLists.ts';

export const MAPPINGS = 100_000;
/** Pairs that each month uploads of so many; the last one fills the list up. */
const UPLOADS = [500, 2_000, 800, 20_000, 4_000, 9_000, 1_500, 15_000, 3_000, 18_000, 12_000];
export const MONTHS = UPLOADS.length + 1;
/** Mappings of a month that get another account and are put back. */
const MOVED = 1_000;
/** Lines of the follower's text that get their account from single changes of the month. */
export const FOLLOWED = 5;
const LINES = 3_000;

type Pair = Pick<Mapping, 'description' | 'glAccount'>;

/** What the year is made of: the real sets, where they are at hand, and made lines besides. */
export type YearData = {
  /** To which the list grows. */
  readonly size: number;
  readonly pairs: readonly Pair[];
  readonly lines: readonly string[];
};

export function openYearData(size: number): YearData {
  const sets = realSetsIfNamed() ?? [];
  if (sets.length === 0) console.error(LEFT_OUT);
  const real = sets.flatMap((set) => mappingsOf(set.read('mappings.tsv') ?? ''));
  const made = Array.from({ length: size }, (_, n) =>
    Object.values(GROWING_LISTS).map((mappingOf) => mappingOf(n)),
  );
  const known = new Set<string>();
  const pairs = interleaved(real, made.flat()).filter(({ description, glAccount }) => {
    const key = mappingKey(description).toLowerCase();
    const isUsable = description !== '' && glAccount !== '' && !known.has(key) && description.length < 200;
    if (isUsable) known.add(key);
    return isUsable;
  });
  return { size, pairs, lines: sets.flatMap((set) => descriptionsOf(set)) };
}

/** A fifth of them real, as long as there are some. */
function interleaved(real: readonly Pair[], made: readonly Pair[]): Pair[] {
  const mixed: Pair[] = [];
  for (let i = 0; i * 4 < made.length; i++)
    mixed.push(...real.slice(i, i + 1), ...made.slice(i * 4, i * 4 + 4));
  return mixed;
}

export const movedName = (month: number) => `MONTH ${String(month).padStart(2, '0')} SUPPLIER`;
export const followedName = (month: number, n: number) => `PAYMENT FOLLOWED IN ${movedName(month)} NO ${n}`;

/** The pairs of a month after so many have been uploaded before. */
export function pairsOfMonth(
  { size, pairs }: YearData,
  month: number,
  before: number,
  stored: number,
): Pair[] {
  const share = UPLOADS[month - 1];
  const count = share === undefined ? size - stored : Math.round((share * size) / MAPPINGS);
  const moved = Array.from({ length: Math.min(MOVED, count / 2) }, (_, n) => ({
    description: `${movedName(month)} ${n}`,
    glAccount: String(2000 + (n % 40)),
  }));
  return [...moved, ...pairs.slice(before, before + count - moved.length)];
}

/** The text that the follower pastes: followed lines first, then lines of the list to come and real ones. */
export function linesOfMonth({ pairs, lines }: YearData, month: number, before: number): string[] {
  const followed = Array.from({ length: FOLLOWED }, (_, n) => `${followedName(month, n)} ON 12 NOVEMBER`);
  const moved = Array.from({ length: 50 }, (_, n) => `${movedName(month)} ${n * 10} INVOICE`);
  const share = lines.length > 0 ? LINES / 2 : LINES;
  const made = Array.from(
    { length: share },
    (_, n) => `${pairs[before + n * 2]?.description} ON 12 NOVEMBER`,
  );
  const real = Array.from(
    { length: lines.length > 0 ? share : 0 },
    (_, n) => lines[(month + n * 31) % lines.length],
  );
  return [...followed, ...moved, ...made, ...real].map((line) => String(line));
}
