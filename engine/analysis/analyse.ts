import { type Mapping, type MappingKey, mappingKey } from '#model/mapping.ts';
import type { Choice, Proposal } from '#model/proposal.ts';
import { NO_KEYWORD } from './CaseVariants.ts';
import { Choices } from './Choices.ts';
import { compareTexts, lengthOf, textOf } from './comparedTexts.ts';
import { type AccountTally, conflictOf, tallyByAccount } from './conflicts.ts';
import { type Containment, findContaining, type KeywordGroup } from './containment.ts';
import { findDuplicates } from './duplicates.ts';
import { MappingSet } from './MappingSet.ts';
import { Rivals } from './Rivals.ts';
import { RowMarks } from './RowMarks.ts';
import type { AnalysisInput, AnalysisReport } from './report.ts';
import { sharedPhrases } from './rounds.ts';
import { MIN_PHRASE_LENGTH, MORE_THAN } from './rules.ts';
import type { WrittenKeyword } from './writtenKeyword.ts';

/** A keyword found for an account, before it is judged. */
type Finding = { readonly account: number; readonly keyword: string; readonly rows: readonly number[] };

/** Shares of the work done when a stage begins; measured on 100,000 mappings. */
const PHRASES_FROM = 0.25;
const CONFLICTS_FROM = 0.75;
const CHOICES_FROM = 0.85;
const PROPOSALS_PER_STEP = 64;

/**
 * Finds duplicates and the keywords that could stand in for many mappings (rules: docs/analysis.md). Pure; time
 * near-linear in the text. A generator, so that a worker stays responsive: yields the share of the work done
 * (0 to 1) every few milliseconds; stop it by not asking further. Keys in `list` must be unique.
 */
export function* analyse({ list, stored = [] }: AnalysisInput): Generator<number, AnalysisReport> {
  const input = { list: groupByAccount(list), stored };
  const descriptions = [...input.list, ...stored].map(({ description }) => description);
  const texts = yield* atShare(0, compareTexts(descriptions));
  const set = new MappingSet(input, texts);
  const duplicates = findDuplicates(set);
  const duplicateKeys = new Set(duplicates.map((row) => set.mapping(row).key));
  set.remove(duplicates);
  const findings = yield* findAll(set);
  return { duplicates: keysAmong(duplicateKeys, list), proposals: yield* judge(set, findings) };
}

/**
 * The mappings account by account. Each account is worked on by itself, several times over, and so its texts lie side
 * by side: of 100,000 mappings that takes half as long as with the accounts all mixed.
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

/** In the order of the list. */
function keysAmong(keys: ReadonlySet<MappingKey>, list: readonly Mapping[]): MappingKey[] {
  if (keys.size === 0) return [];
  return list.map(({ key }) => key).filter((key) => keys.has(key));
}

/** Runs an analysis to its end without pauses. */
export function analyseAtOnce(input: AnalysisInput): AnalysisReport {
  const steps = analyse(input);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Lets a stage run, reporting `share` at each of its steps. */
function* atShare<T>(share: number, stage: Generator<void, T>): Generator<number, T> {
  for (;;) {
    const step = stage.next();
    if (step.done) return step.value;
    yield share;
  }
}

function* findAll(set: MappingSet): Generator<number, Finding[]> {
  const marks = new RowMarks(set.mappings.length);
  const findings: Finding[] = [];
  let done = 0;
  for (const [account, rows] of set.listRowsByAccount().entries()) {
    const share = PHRASES_FROM + ((CONFLICTS_FROM - PHRASES_FROM) * done) / set.listSize;
    done += rows.length;
    if (rows.length <= MORE_THAN) continue;
    const phrases = yield* atShare(share, sharedPhrases(set.texts.upper, Int32Array.from(rows), marks));
    for (const phrase of phrases) findings.push({ account, ...phrase });
  }
  return findings;
}

function* judge(set: MappingSet, findings: readonly Finding[]): Generator<number, Proposal[]> {
  if (findings.length === 0) return [];
  const keywords = findings.map(({ keyword }) => keyword);
  const containment = yield* atShare(CONFLICTS_FROM, findContaining(set, keywords));
  const judge = new RulesEvaluator(set, findings, containment);
  const proposals: Proposal[] = [];
  for (const number of findings.keys()) {
    proposals.push(judge.proposal(number));
    if (number % PROPOSALS_PER_STEP === 0)
      yield CHOICES_FROM + ((1 - CHOICES_FROM) * number) / findings.length;
  }
  return proposals;
}

/** Turns findings into proposals: what they conflict with and what each choice would do. */
class RulesEvaluator {
  readonly #set: MappingSet;
  readonly #findings: readonly Finding[];
  readonly #containment: Containment;
  readonly #choices: Choices;
  /** Per group: the keyword's number among the mappings' own, if one of them has it. */
  readonly #existing: readonly number[];
  /** Per group, as far as needed. */
  readonly #tallies: AccountTally[][] = [];
  /** By account and key of the keyword. */
  readonly #alternatives = new Map<string, Choice>();

  constructor(set: MappingSet, findings: readonly Finding[], containment: Containment) {
    this.#set = set;
    this.#findings = findings;
    this.#containment = containment;
    const keys = new Set<MappingKey>(findings.map(({ keyword }) => mappingKey(keyword)));
    const lengths = findings.map((_finding, number) => lengthOf(containment.match, number));
    const shortest = lengths.reduce((least, length) => Math.min(least, length), MIN_PHRASE_LENGTH);
    this.#choices = new Choices(set, new Rivals(set, shortest), keys);
    this.#existing = containment.groups.map((group) => this.#existingKeyword(group));
  }

  proposal(number: number): Proposal {
    const { account, keyword, rows } = this.#findings[number] as Finding;
    const group = this.#containment.groupOf[number] as number;
    const containing = (this.#containment.groups[group] as KeywordGroup).rows;
    const written = this.#written(number, group);
    const tallies = this.#talliesOf(group);
    const conflict = conflictOf(this.#set, tallies, containing.length, account);
    return {
      ...this.#choices.choose(written, account, rows),
      status: conflict ? 'CONFLICT' : 'OK',
      keyword,
      count: rows.length,
      originals: rows.map((row) => this.#set.mapping(row)),
      conflict: conflict?.mapping ?? null,
      conflictMappings: conflict?.mappings ?? 0,
      conflictAccounts: conflict?.accounts ?? 0,
      alternative: conflict && this.#alternative(written, conflict.account, group),
    };
  }

  /** Kept, since a keyword may be proposed for very many accounts. */
  #talliesOf(group: number): AccountTally[] {
    const existing = this.#existing[group] as number;
    this.#tallies[group] ??= tallyByAccount(
      this.#set,
      (this.#containment.groups[group] as KeywordGroup).rows,
      (row) => this.#set.keywordOf(row) === existing,
    );
    return this.#tallies[group];
  }

  /** Giving the keyword to the other account: its originals are those it is proposed for, else all that contain it. */
  #alternative(written: WrittenKeyword, account: number, group: number): Choice {
    const id = `${account} ${written.key}`;
    const known = this.#alternatives.get(id) ?? this.#choiceOfOther(written, account, group);
    this.#alternatives.set(id, known);
    return known;
  }

  #choiceOfOther(written: WrittenKeyword, account: number, group: number): Choice {
    const { keywords, rows } = this.#containment.groups[group] as KeywordGroup;
    const sibling = keywords
      .map((number) => this.#findings[number] as Finding)
      .find((finding) => finding.account === account);
    const originals =
      sibling?.rows ?? rows.filter((row) => this.#set.accountOf[row] === account && !this.#set.isStored(row));
    return this.#choices.choose(written, account, originals);
  }

  #written(number: number, group: number): WrittenKeyword {
    const { match } = this.#containment;
    return {
      key: mappingKey((this.#findings[number] as Finding).keyword),
      match,
      number,
      text: textOf(match, number),
      existing: this.#existing[group] as number,
    };
  }

  /** Number of the group's keyword among the mappings' own, if one of them has it. */
  #existingKeyword({ keywords, rows }: KeywordGroup): number {
    const { match } = this.#containment;
    const text = textOf(match, keywords[0] as number);
    const twin = rows.find(
      (row) =>
        lengthOf(this.#set.texts.match, row) === text.length && textOf(this.#set.texts.match, row) === text,
    );
    return twin === undefined ? NO_KEYWORD : this.#set.keywordOf(twin);
  }
}
