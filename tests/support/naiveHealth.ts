import { normalise } from '#engine/normalise.ts';
import { wordsOf } from '#engine/phrases.ts';
import {
  type Finding,
  MAX_NEAR_LENGTH,
  MAX_OVERLAP_WORDS,
  MIN_NEAR_LENGTH,
  OVERBROAD_ACCOUNTS,
} from '#model/health.ts';
import { isUsable, type Mapping, MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import { rankNaively } from './naiveClassifier.ts';

/** docs/health.md, definition by definition, as plain double loops: the oracle of the health check. */
export function checkNaively(list: readonly Mapping[], chart: readonly string[] | null = null): Finding[] {
  const usable = list.filter((mapping) => isUsable(mapping) && textOf(mapping) !== '');
  const winners = usable.filter((mapping) => winnerOf(mapping, usable) === mapping);
  return [
    ...list.flatMap((mapping) => variantConflict(mapping, usable)),
    ...list.flatMap((mapping) => neverWins(mapping, usable)),
    ...redundant(list, usable, winners),
    ...winners.flatMap((mapping) => overbroad(mapping, usable)),
    ...winners
      .filter((mapping) => !mayBeContained(mapping))
      .map((mapping): Finding => ({ kind: 'exact-only', mapping })),
    ...accounts(usable, chart),
  ];
}

function textOf({ description }: Mapping): string {
  return normalise(description);
}

function accountOf({ glAccount }: Mapping): string {
  return glAccount.trim();
}

/** The mapping that wins with the keyword of `mapping`; undefined where nothing has it. */
function winnerOf(mapping: Mapping, usable: readonly Mapping[]): Mapping | undefined {
  const spellings = usable.filter((other) => textOf(other) === textOf(mapping));
  return spellings.toSorted((a, b) => (a.key < b.key ? -1 : 1))[0];
}

function variantConflict(mapping: Mapping, usable: readonly Mapping[]): Finding[] {
  const other = usable.includes(mapping) ? winnerOf(mapping, usable) : undefined;
  if (other === undefined || accountOf(other) === accountOf(mapping)) return [];
  return [{ kind: 'variant-conflict', mapping, other }];
}

function neverWins(mapping: Mapping, usable: readonly Mapping[]): Finding[] {
  if (!usable.includes(mapping)) return [{ kind: 'never-wins', mapping, other: null }];
  const other = winnerOf(mapping, usable);
  return other === undefined || other === mapping ? [] : [{ kind: 'never-wins', mapping, other }];
}

function mayBeContained(mapping: Mapping): boolean {
  return nonSpaceLength(textOf(mapping)) >= MIN_KEYWORD_LENGTH;
}

function redundant(
  list: readonly Mapping[],
  usable: readonly Mapping[],
  winners: readonly Mapping[],
): Finding[] {
  const ranking = winners
    .filter(mayBeContained)
    .toSorted((a, b) => textOf(b).length - textOf(a).length || (textOf(a) < textOf(b) ? -1 : 1));
  const found = new Map<Mapping, Finding>();
  for (const mapping of ranking.toReversed()) {
    const text = textOf(mapping);
    if (usable.some((other) => other !== mapping && textOf(other) === text)) continue;
    const subsumedBy = rankNaively(
      text,
      ranking.filter((other) => other !== mapping && !found.has(other)),
    )[0];
    if (subsumedBy === undefined || accountOf(subsumedBy) !== accountOf(mapping)) continue;
    if (list.every((other) => other === mapping || standsApart(mapping, other)))
      found.set(mapping, { kind: 'redundant', mapping, other: subsumedBy });
  }
  return list.flatMap((mapping) => found.get(mapping) ?? []);
}

/** Whether the text of `other` neither contains that of `mapping` nor overlaps it. */
function standsApart(mapping: Mapping, other: Mapping): boolean {
  const [a, b] = [textOf(mapping), textOf(other)];
  if (b.includes(a)) return b === a;
  if (!isUsable(other)) return true;
  return !beginsAsEnds(a, b) && !beginsAsEnds(b, a);
}

/** Whether `b` begins with words that `a` ends with, neither of them as a whole. */
function beginsAsEnds(a: string, b: string): boolean {
  const [wordsA, wordsB] = [wordsOf(a), wordsOf(b)];
  for (let count = 1; count <= MAX_OVERLAP_WORDS; count++) {
    if (count >= wordsA.length || count >= wordsB.length) return false;
    const end = a.slice(wordsA.at(-count)?.start, wordsA.at(-1)?.end);
    if (end === b.slice(wordsB[0]?.start, wordsB[count - 1]?.end)) return true;
  }
  return false;
}

function overbroad(mapping: Mapping, usable: readonly Mapping[]): Finding[] {
  if (!mayBeContained(mapping)) return [];
  const containing = usable.filter(
    (other) =>
      textOf(other) !== textOf(mapping) &&
      textOf(other).includes(textOf(mapping)) &&
      accountOf(other) !== accountOf(mapping),
  );
  const accounts = [...new Set(containing.map(accountOf))];
  const byAccount = accounts.map((account) => containing.filter((other) => accountOf(other) === account));
  if (byAccount.length < OVERBROAD_ACCOUNTS) return [];
  // Sorting is stable: of equally many, the account that comes first in the list.
  const [most] = byAccount.toSorted((a, b) => b.length - a.length);
  const other = most?.[0] as Mapping;
  return [{ kind: 'overbroad', mapping, other, mappings: containing.length, accounts: byAccount.length }];
}

function accounts(usable: readonly Mapping[], chart: readonly string[] | null): Finding[] {
  if (chart === null) return [];
  const count = (account: string) => usable.filter((mapping) => accountOf(mapping) === account).length;
  const codes = chart.map((code) => code.trim());
  return usable.flatMap((mapping): Finding[] => {
    const account = accountOf(mapping);
    if (codes.includes(account)) return [];
    const [near = null] = codes
      .filter((other) => isNear(account, other))
      .toSorted(
        (a, b) =>
          Number(isAlike(b, account)) - Number(isAlike(a, account)) ||
          count(b) - count(a) ||
          (a < b ? -1 : a > b ? 1 : 0),
      );
    return [{ kind: 'unknown-account', mapping, mappings: count(account), near }];
  });
}

function isAlike(a: string, b: string): boolean {
  return a.toLowerCase().replace(/\s/g, '') === b.toLowerCase().replace(/\s/g, '');
}

function isNear(a: string, b: string): boolean {
  if (a === b) return false;
  if (isAlike(a, b)) return true;
  const lengths = [a.length, b.length];
  if (Math.min(...lengths) < MIN_NEAR_LENGTH || Math.max(...lengths) > MAX_NEAR_LENGTH) return false;
  return editsOf(a, b) || editsOf(b, a);
}

/** Whether one letter of `a` left out, replaced or swapped with the next gives `b`. */
function editsOf(a: string, b: string): boolean {
  for (let i = 0; i < a.length; i++) {
    const [before, behind] = [a.slice(0, i), a.slice(i + 1)];
    if (before + behind === b) return true;
    if (b.length === a.length && b.startsWith(before) && b.endsWith(behind)) return true;
    if (before + behind.slice(0, 1) + a[i] + behind.slice(1) === b) return true;
  }
  return false;
}
