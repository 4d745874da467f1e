import { type Finding, OVERBROAD_ACCOUNTS } from '#model/health.ts';
import type { Mapping } from '#model/mapping.ts';
import { type KeywordNumber, NO_KEYWORD } from '../keywords.ts';
import { runStage, runToEnd } from '../steps.ts';
import { findUnknownAccounts } from './accounts.ts';
import { type Containing, type ContainingByAccount, findContained } from './contained.ts';
import { Containment } from './containment.ts';
import { type ListedKeywords, numberKeywords, winnerOf } from './listedKeywords.ts';
import { findRedundant } from './redundant.ts';

/** What a check of a list looks at. */
type HealthInput = {
  /** With distinct keys, as in the database. */
  readonly list: readonly Mapping[];
  /** The codes of the chart of accounts; null or absent where there is none. */
  readonly chart?: Iterable<string> | null;
};

/** Shares of the work done when a stage begins; measured on 100,000 mappings. */
const INDEX_FROM = 0.1;
const CONTAINED_FROM = 0.5;
const REDUNDANT_FROM = 0.7;

/**
 * Finds what is wrong with the mappings of a list (rules: docs/health.md): by kind in the order of `FINDING_KINDS`, within
 * a kind in the list's order. Linear in the total length of the keywords and in how often one stands in another. A
 * generator, so that a worker stays responsive: it yields the share of the work done (0 to 1) every few milliseconds; a
 * caller stops it by not calling `next` again.
 */
export function* checkHealth({ list, chart = null }: HealthInput): Generator<number, Finding[]> {
  yield 0;
  const listed = numberKeywords(list);
  yield INDEX_FROM;
  const containment = new Containment(listed.table);
  yield CONTAINED_FROM;
  const contained = yield* within(CONTAINED_FROM, REDUNDANT_FROM, findContained(listed, containment));
  const redundant = yield* within(REDUNDANT_FROM, 1, findRedundant(listed, containment, contained));
  return [
    ...findSpellings(listed),
    ...describe(listed, (k, mapping) => redundancy(listed, mapping, redundant.get(k))),
    ...describe(listed, (k, mapping) => overbreadth(listed, mapping, contained.inOtherAccounts.get(k))),
    ...describe(listed, (k, mapping) =>
      containment.isContainable(k) ? null : { kind: 'exact-only', mapping },
    ),
    ...findAccounts(listed, chart),
  ];
}

/** Checks a list to its end without pauses. */
export function checkHealthAtOnce(input: HealthInput): Finding[] {
  return runToEnd(checkHealth(input));
}

/** Runs a stage; the shares of its work that it yields become shares of the whole work. */
function within<T>(from: number, to: number, stage: Generator<number, T>): Generator<number, T> {
  return runStage(stage, (share) => from + share * (to - from));
}

/** Mappings that lose their own text: to another spelling with another account, and to any. */
function findSpellings(listed: ListedKeywords): Finding[] {
  const conflicts: Finding[] = [];
  const losers: Finding[] = [];
  for (const [place, mapping] of listed.list.entries()) {
    const k = listed.keywords[place] as KeywordNumber;
    const winner = k === NO_KEYWORD ? null : winnerOf(listed, k);
    if (winner === place) continue;
    const other = winner === null ? null : (listed.list[winner] as Mapping);
    losers.push({ kind: 'never-wins', mapping, other });
    if (winner === null || other === null || listed.accounts[winner] === listed.accounts[place]) continue;
    conflicts.push({ kind: 'variant-conflict', mapping, other });
  }
  return [...conflicts, ...losers];
}

/** A finding, or none, for each mapping that wins on its own text, in the list's order. */
function describe(
  listed: ListedKeywords,
  find: (k: KeywordNumber, mapping: Mapping) => Finding | null,
): Finding[] {
  const findings: Finding[] = [];
  for (const [place, mapping] of listed.list.entries()) {
    const k = listed.keywords[place] as KeywordNumber;
    if (k === NO_KEYWORD || winnerOf(listed, k) !== place) continue;
    const finding = find(k, mapping);
    if (finding !== null) findings.push(finding);
  }
  return findings;
}

function redundancy(listed: ListedKeywords, mapping: Mapping, subsumer?: KeywordNumber): Finding | null {
  if (subsumer === undefined) return null;
  return { kind: 'redundant', mapping, other: listed.list[winnerOf(listed, subsumer)] as Mapping };
}

/** The mapping that is named is the first of the account with the most such mappings; ties: the account's order. */
function overbreadth(
  listed: ListedKeywords,
  mapping: Mapping,
  inOtherAccounts: ContainingByAccount | undefined,
): Finding | null {
  if (inOtherAccounts === undefined || inOtherAccounts.size < OVERBROAD_ACCOUNTS) return null;
  let mappings = 0;
  let most: Containing = { count: 0, first: 0 };
  for (const containing of inOtherAccounts.values()) {
    mappings += containing.count;
    if (containing.count > most.count || (containing.count === most.count && containing.first < most.first)) {
      most = containing;
    }
  }
  const other = listed.list[most.first] as Mapping;
  return { kind: 'overbroad', mapping, other, mappings, accounts: inOtherAccounts.size };
}

/** Mappings with an account that is not in the chart; without one nothing is known of accounts. */
function findAccounts(listed: ListedKeywords, chart: Iterable<string> | null): Finding[] {
  if (chart === null) return [];
  const numbers = numbersOf(listed);
  const unknown = findUnknownAccounts(numbers, new Set(Array.from(chart, (code) => code.trim())));
  return listed.list.flatMap((mapping, place): Finding[] => {
    const account = listed.accountNames[listed.accounts[place] as number] as string;
    const near = unknown.get(account);
    if (near === undefined || listed.keywords[place] === NO_KEYWORD) return [];
    return [{ kind: 'unknown-account', mapping, mappings: numbers.get(account) ?? 0, near }];
  });
}

/** The accounts in use with the numbers of their mappings. */
function numbersOf({ accounts, accountNames, keywords }: ListedKeywords): Map<string, number> {
  const counts = new Int32Array(accountNames.length);
  accounts.forEach((account, place) => {
    if (keywords[place] !== NO_KEYWORD) counts[account] = (counts[account] as number) + 1;
  });
  const numbers = new Map<string, number>();
  for (const [account, name] of accountNames.entries()) {
    const count = counts[account] as number;
    if (count > 0) numbers.set(name, count);
  }
  return numbers;
}
