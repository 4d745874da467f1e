import type { ListChange } from '#model/listChange.ts';
import { type Mapping, type MappingKey, mappingKey } from '#model/mapping.ts';
import type { Choice, Proposal } from '#model/proposal.ts';
import { prepareTexts } from './comparedTexts.ts';
import { findContaining } from './conflicts.ts';
import { type AnalysisInput, findDuplicates, MappingSet } from './MappingSet.ts';
import { findCommonPhrases } from './phrases.ts';
import { RowMarks, TOO_FEW } from './phraseTree.ts';
import { buildProposals, type Finding } from './proposals.ts';

/** The result of an analysis. */
export type AnalysisReport = {
  /** Keys of mappings that repeat another one's text and account; the proposals assume they are gone. */
  readonly duplicates: readonly MappingKey[];
  /** Account by account in the list's order, within an account from the longest keyword down. */
  readonly proposals: readonly Proposal[];
};

/** Shares of the work done when a stage begins; measured on 100,000 mappings. */
const PHRASES_FROM = 0.25;
const CONFLICTS_FROM = 0.75;
const PROPOSALS_FROM = 0.85;

/**
 * Finds duplicates and the keywords that could each stand in for many mappings (rules: docs/analysis.md). Near-linear
 * in the text. A generator, so that a worker stays responsive: it yields the share of the work done (0 to 1) every few
 * milliseconds; a caller stops it by not calling `next` again.
 */
export function* analyse({ list, stored = [] }: AnalysisInput): Generator<number, AnalysisReport> {
  const input = { list: groupByAccount(list), stored };
  const descriptions = [...input.list, ...stored].map(({ description }) => description);
  const texts = yield* runStage(prepareTexts(descriptions), () => 0);
  const set = new MappingSet(input, texts);
  const duplicates = findDuplicates(set);
  const duplicateKeys = new Set(duplicates.map((row) => set.mapping(row).key));
  set.remove(duplicates);
  const findings = yield* findAll(set);
  return { duplicates: keysAmong(duplicateKeys, list), proposals: yield* proposeAll(set, findings) };
}

/** Runs an analysis to its end without pauses. */
export function analyseAtOnce(input: AnalysisInput): AnalysisReport {
  const steps = analyse(input);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The change that approves an OK proposal: stores the keyword for its account and removes its originals. */
export function applyProposal(proposal: Proposal): ListChange {
  return write(proposal.keyword, proposal);
}

/**
 * The change that resolves a conflict for one of its two accounts: stores the keyword for that account and removes that
 * account's originals; the other account's mappings stay. Throws a TypeError if `glAccount` is neither.
 */
export function resolveConflict(proposal: Proposal, glAccount: string): ListChange {
  const choice = [proposal, proposal.alternative].find((one) => one?.glAccount === glAccount);
  if (!choice) throw new TypeError(`Account ${glAccount} is not a choice for keyword ${proposal.keyword}.`);
  return write(proposal.keyword, choice);
}

/** The list after a change, for lists that are plain data (pending pairs, tests). */
export function changedList(list: readonly Mapping[], { set, remove }: ListChange): Mapping[] {
  const gone = new Set<MappingKey>([...remove, ...set.map(({ key }) => key)]);
  return [...list.filter(({ key }) => !gone.has(key)), ...set];
}

function write(keyword: string, { glAccount, idsToDelete }: Choice): ListChange {
  return { set: [{ key: mappingKey(keyword), description: keyword, glAccount }], remove: idsToDelete };
}

/**
 * The mappings account by account. Each account is processed by itself, several times over; with its texts side by side
 * in memory, 100,000 mappings take half as long as with the accounts mixed.
 */
function groupByAccount(list: readonly Mapping[]): Mapping[] {
  const groups = new Map<string, Mapping[]>();
  for (const mapping of list) {
    const group = groups.get(mapping.glAccount);
    if (group) group.push(mapping);
    else groups.set(mapping.glAccount, [mapping]);
  }
  const grouped: Mapping[] = [];
  for (const group of groups.values()) for (const mapping of group) grouped.push(mapping);
  return grouped;
}

/** Those of `keys` in the list, in its order. */
function keysAmong(keys: ReadonlySet<MappingKey>, list: readonly Mapping[]): MappingKey[] {
  if (keys.size === 0) return [];
  return list.map(({ key }) => key).filter((key) => keys.has(key));
}

/** Runs a stage and yields, at each of its steps, the share of the whole work that is done. */
function* runStage<S, T>(stage: Generator<S, T>, shareAt: (step: S) => number): Generator<number, T> {
  for (;;) {
    const step = stage.next();
    if (step.done) return step.value;
    yield shareAt(step.value);
  }
}

/** The phrases common to many mappings of one account, account by account. */
function* findAll(set: MappingSet): Generator<number, Finding[]> {
  const marks = new RowMarks(set.mappings.length);
  const findings: Finding[] = [];
  let done = 0;
  for (const [account, rows] of set.listRowsByAccount().entries()) {
    const share = PHRASES_FROM + ((CONFLICTS_FROM - PHRASES_FROM) * done) / set.listSize;
    done += rows.length;
    if (rows.length <= TOO_FEW) continue;
    const stage = findCommonPhrases(set.texts.upper, Int32Array.from(rows), marks);
    const phrases = yield* runStage(stage, () => share);
    for (const phrase of phrases) findings.push({ account, ...phrase });
  }
  return findings;
}

function* proposeAll(set: MappingSet, findings: readonly Finding[]): Generator<number, Proposal[]> {
  if (findings.length === 0) return [];
  const keywords = findings.map(({ keyword }) => keyword);
  const containment = yield* runStage(findContaining(set, keywords), () => CONFLICTS_FROM);
  const stage = buildProposals(set, findings, containment);
  return yield* runStage(stage, (share) => PROPOSALS_FROM + (1 - PROPOSALS_FROM) * share);
}
