import type { Choice, Consolidation } from '#model/consolidation.ts';
import type { ListChange } from '#model/listChange.ts';
import {
  isSameMapping,
  isUsable,
  type Mapping,
  type MappingKey,
  makeMapping,
  mappingKey,
} from '#model/mapping.ts';
import { normalise } from '../normalise.ts';
import { runStage, runToEnd } from '../steps.ts';
import { findCommonPhrases, TOO_FEW } from './commonPhrases.ts';
import { buildConsolidations, type Finding } from './consolidations.ts';
import { findContaining } from './containment.ts';
import { type AnalysisInput, MappingSet } from './MappingSet.ts';

/** The result of an analysis. */
export type AnalysisReport = {
  /** Keys of mappings that repeat another one's text and account; the consolidations assume they are gone. */
  readonly duplicates: readonly MappingKey[];
  /** Account by account in the list's order, within an account from the longest keyword down. */
  readonly consolidations: readonly Consolidation[];
};

/** Shares of the work done when a stage begins; measured on 100,000 mappings. */
const PHRASES_FROM = 0.1;
const CONFLICTS_FROM = 0.4;
const CONSOLIDATIONS_FROM = 0.75;

/**
 * Finds duplicates and the keywords that could each stand in for many mappings (rules: docs/analysis.md). Near-linear
 * in the text. A generator, so that a worker stays responsive: it yields the share of the work done (0 to 1) every few
 * milliseconds; a caller stops it by not calling `next` again.
 */
export function* analyse({
  list,
  stored = [],
}: Omit<AnalysisInput, 'replaced'>): Generator<number, AnalysisReport> {
  const set = yield* runStage(MappingSet.of({ list, stored }), () => 0);
  const duplicates = set.removeDuplicates().map((row) => set.mapping(row).key);
  const findings = yield* findAll(set);
  const keywords = findings.map(({ keyword }) => keyword);
  const consolidations = yield* proposeAll(set, findings, keywords);
  return { duplicates, consolidations };
}

/**
 * The consolidations of an analysis computed again after some of them, whose numbers are `decided`, were carried out:
 * `list` is the list as it is now, without duplicates, `replaced` what decisions took out of it ({@link replacedTexts}).
 * Null in place of one that is decided or withdrawn: its keyword is decided for one account, or no more than ten of its
 * originals are left. Yields the share of the work done.
 */
export function* reassess(
  input: AnalysisInput,
  consolidations: readonly Consolidation[],
  decided: ReadonlySet<number>,
): Generator<number, (Consolidation | null)[]> {
  const set = yield* runStage(MappingSet.of(input), () => 0);
  const live = listLive(set, consolidations, decided);
  const keywords = consolidations.map(({ keyword }) => keyword);
  const assessed = yield* proposeAll(set, [...live.values()], keywords);
  const reassessed: (Consolidation | null)[] = consolidations.map(() => null);
  for (const [i, number] of [...live.keys()].entries()) reassessed[number] = assessed[i] ?? null;
  return reassessed;
}

/** Runs an analysis to its end without pauses. */
export function analyseAtOnce(input: AnalysisInput): AnalysisReport {
  return runToEnd(analyse(input));
}

/** The change that approves an OK consolidation: stores the keyword for its account and removes its originals. */
export function applyConsolidation(consolidation: Consolidation): ListChange {
  return write(consolidation.keyword, consolidation);
}

/**
 * The change that resolves a conflict for one of its two accounts: stores the keyword for that account and removes that
 * account's originals; the other account's mappings stay. Throws a TypeError if `glAccount` is neither.
 */
export function resolveConflict(consolidation: Consolidation, glAccount: string): ListChange {
  const { keyword, alternative } = consolidation;
  const choice = [consolidation, alternative].find((one) => one?.glAccount === glAccount);
  if (!choice) throw new TypeError(`Account ${glAccount} is not a choice for keyword ${keyword}.`);
  return write(keyword, choice);
}

/** The list after changes, for lists that are plain data (pending pairs, tests). */
export function changedList(list: readonly Mapping[], ...changes: readonly ListChange[]): Mapping[] {
  const entries = changedEntries(changes);
  const added = [...entries.values()].filter((mapping) => mapping !== null);
  return [...list.filter(({ key }) => !entries.has(key)), ...added];
}

/** The mappings of a list whose texts are known by them, and after changes not the texts of their entries any more. */
export function replacedTexts(list: readonly Mapping[], ...changes: readonly ListChange[]): Mapping[] {
  const entries = changedEntries(changes);
  return list.filter((mapping) => {
    const now = entries.get(mapping.key);
    return now !== undefined && isUsable(mapping) && now?.description !== mapping.description;
  });
}

/** What changes one after another leave of the entries that they name; null: removed. */
function changedEntries(changes: readonly ListChange[]): Map<MappingKey, Mapping | null> {
  const entries = new Map<MappingKey, Mapping | null>();
  for (const { set, remove } of changes) {
    for (const key of remove) entries.set(key, null);
    for (const mapping of set) entries.set(mapping.key, mapping);
  }
  return entries;
}

function write(keyword: string, { glAccount, idsToDelete }: Choice): ListChange {
  return { set: [makeMapping({ description: keyword, glAccount })], remove: idsToDelete };
}

/** The findings of the consolidations that are neither decided nor withdrawn, by their numbers. */
function listLive(
  set: MappingSet,
  consolidations: readonly Consolidation[],
  decided: ReadonlySet<number>,
): Map<number, Finding> {
  const taken = new Set([...decided].flatMap((number) => formsOf(consolidations[number])));
  const accounts = new Map(set.accounts.map((name, account) => [name, account]));
  const rows = new Map<MappingKey, number>();
  for (let row = 0; row < set.listSize; row++) rows.set(set.mapping(row).key, row);
  const live = new Map<number, Finding>();
  for (const [number, consolidation] of consolidations.entries()) {
    if (decided.has(number) || formsOf(consolidation).some((form) => taken.has(form))) continue;
    const left = consolidation.originals.flatMap((original) => rowOfOriginal(set, original, rows));
    const account = accounts.get(consolidation.glAccount);
    if (account === undefined || left.length <= TOO_FEW) continue;
    live.set(number, { account, keyword: consolidation.keyword, rows: left.sort((a, b) => a - b) });
  }
  return live;
}

/** The forms of a keyword of which the list can hold only one: that of its key, and the one the classifier compares. */
function formsOf(consolidation: Consolidation | undefined): string[] {
  if (!consolidation) return [];
  return [`key ${mappingKey(consolidation.keyword)}`, `match ${normalise(consolidation.keyword)}`];
}

/** The row of an original, unless a keyword has taken its place or its account. */
function rowOfOriginal(set: MappingSet, original: Mapping, rows: ReadonlyMap<MappingKey, number>): number[] {
  const row = rows.get(original.key);
  if (row === undefined) return [];
  return isSameMapping(set.mapping(row), original) ? [row] : [];
}

/** The phrases common to many mappings of one account, account by account. */
function* findAll(set: MappingSet): Generator<number, Finding[]> {
  const findings: Finding[] = [];
  let done = 0;
  for (const [account, rows] of set.listRowsByAccount().entries()) {
    const share = PHRASES_FROM + ((CONFLICTS_FROM - PHRASES_FROM) * done) / set.listSize;
    done += rows.length;
    if (rows.length <= TOO_FEW) continue;
    const descriptions = rows.map((row) => set.mapping(row).description);
    const phrases = yield* runStage(findCommonPhrases(descriptions), () => share);
    for (const { keyword, texts } of phrases)
      findings.push({ account, keyword, rows: texts.map((text) => rows[text] as number) });
  }
  return findings;
}

/** `keywords`: all that the analysis has found, decided ones included. */
function* proposeAll(
  set: MappingSet,
  findings: readonly Finding[],
  keywords: readonly string[],
): Generator<number, Consolidation[]> {
  if (findings.length === 0) return [];
  const proposed = findings.map(({ keyword }) => keyword);
  const containment = yield* runStage(findContaining(set, proposed), () => CONFLICTS_FROM);
  const stage = buildConsolidations(set, findings, containment, keywords);
  return yield* runStage(stage, (share) => CONSOLIDATIONS_FROM + (1 - CONSOLIDATIONS_FROM) * share);
}
