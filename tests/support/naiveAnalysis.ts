import type { AnalysisReport } from '#engine/analysis/analyse.ts';
import type { AnalysisInput } from '#engine/analysis/MappingSet.ts';
import { normalise } from '#engine/normalise.ts';
import type { Choice, Consolidation, KeepReason } from '#model/consolidation.ts';
import {
  isUsable,
  type Mapping,
  type MappingKey,
  MIN_KEYWORD_LENGTH,
  mappingKey,
  nonSpaceLength,
} from '#model/mapping.ts';
import { classifyNaively, visibleOf } from './naiveClassifier.ts';

/**
 * The rules of the analysis (docs/analysis.md) written as plainly as possible: the oracle of the engine's tests. Quadratic
 * and worse.
 */
export function analyseNaively({ list, stored = [] }: AnalysisInput): AnalysisReport {
  const duplicates = findDuplicates(list, stored);
  const remaining = list.filter(({ key }) => !duplicates.includes(key));
  const usable = remaining.filter(matches);
  const findings = [...new Set(usable.map(({ glAccount }) => glAccount))].flatMap((glAccount) =>
    findShared(usable.filter((mapping) => mapping.glAccount === glAccount)),
  );
  const keywords = findings.map(({ keyword }) => keyword);
  const input = {
    list: usable,
    stored: stored.filter(matches),
    all: remaining,
    findings,
    keywords,
    replaced: [],
  };
  return { duplicates, consolidations: findings.map((finding) => propose(finding, input)) };
}

/** The rules of what becomes of consolidations after some of them are decided, as plainly as possible. */
export function reassessNaively(
  { list, stored = [], replaced = [] }: AnalysisInput,
  consolidations: readonly Consolidation[],
  decided: ReadonlySet<number>,
): (Consolidation | null)[] {
  const isTaken = ({ keyword }: Consolidation) =>
    consolidations.some(
      (other, i) =>
        decided.has(i) &&
        (normalise(other.keyword) === normalise(keyword) ||
          mappingKey(other.keyword) === mappingKey(keyword)),
    );
  const isLeft = (original: Mapping) =>
    list.some(
      ({ key, description, glAccount }) =>
        key === original.key && description === original.description && glAccount === original.glAccount,
    );
  const findings = consolidations.map((consolidation): Finding | null => {
    const { keyword, glAccount } = consolidation;
    const originals = consolidation.originals.filter(isLeft);
    return isTaken(consolidation) || originals.length <= 10 ? null : { keyword, glAccount, originals };
  });
  const input: Input = {
    list: list.filter(matches),
    stored: stored.filter(matches),
    all: [...list],
    findings: findings.filter((finding) => finding !== null),
    keywords: consolidations.map(({ keyword }) => keyword),
    replaced: replaced.map((text) => ({
      text,
      glAccount: classifyWith(text.description, [...list], [...stored])?.glAccount ?? null,
    })),
  };
  return findings.map((finding) => finding && propose(finding, input));
}

type Finding = { keyword: string; glAccount: string; originals: Mapping[] };
/** A text that a keyword has replaced, and the account that it has now. */
type Replaced = { text: Mapping; glAccount: string | null };
type Input = {
  list: Mapping[];
  stored: Mapping[];
  all: Mapping[];
  findings: Finding[];
  /** All that were ever proposed. */
  keywords: string[];
  replaced: Replaced[];
};

const UPPER = (text: string) => visibleOf(text).toUpperCase().replace(/\s+/gu, ' ').trim();
const matches = (mapping: Mapping) => isUsable(mapping) && normalise(mapping.description) !== '';

function findDuplicates(list: readonly Mapping[], stored: readonly Mapping[]): MappingKey[] {
  const remaining = new Set<Mapping>();
  for (const mapping of list.filter(matches)) {
    const same = list.filter(
      (other) =>
        other.glAccount === mapping.glAccount &&
        visibleOf(other.description).toLowerCase() === visibleOf(mapping.description).toLowerCase(),
    );
    const variants = variantsOf(normalise(mapping.description), [...list, ...stored].filter(matches));
    const winner = preferred(effective(variants, stored));
    const contested = variants.some((variant) => variant.glAccount !== mapping.glAccount);
    const sanitised = same.find(({ key, description }) => key === mappingKey(description));
    remaining.add(
      (contested ? same.find((other) => other === winner) : undefined) ?? sanitised ?? (same[0] as Mapping),
    );
  }
  return list.filter((mapping) => matches(mapping) && !remaining.has(mapping)).map(({ key }) => key);
}

function findShared(mappings: Mapping[]): Finding[] {
  if (mappings.length <= 10) return [];
  const findings: Finding[] = [];
  let rest = mappings;
  for (;;) {
    const [best] = [...new Set(rest.flatMap(({ description }) => phrasesOf(UPPER(description))))]
      .map((keyword) => ({
        keyword,
        originals: rest.filter(({ description }) => UPPER(description).includes(keyword)),
      }))
      .filter(({ originals }) => originals.length > 10)
      .sort(
        (a, b) =>
          b.keyword.length - a.keyword.length ||
          b.originals.length - a.originals.length ||
          (a.keyword < b.keyword ? -1 : 1),
      );
    if (!best) return findings;
    findings.push({ ...best, glAccount: (mappings[0] as Mapping).glAccount });
    rest = rest.filter((mapping) => !best.originals.includes(mapping));
  }
}

const ALONE = '(?!\\p{M})[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]';
const WORDS = new RegExp(`${ALONE}|(?:(?!${ALONE})[\\p{L}\\p{M}])+|\\p{Nd}+|.`, 'gsu');
const BEGINNING = new RegExp(`^(?:${ALONE}|[\\p{L}\\p{Nd}])`, 'u');
const END = new RegExp(`(?:${ALONE}|[\\p{L}\\p{M}\\p{Nd}])$`, 'u');
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject here.
const UNSTORABLE = /[\0-\x1f\x7f]|\p{Cs}/gu;
/** The form in which mappings are sorted: characters that cannot be stored come first. */
const COMPARED = ({ description }: Mapping) => UPPER(description).replace(UNSTORABLE, '\0');

/** All whole-word phrases of a text, by cutting it into words and putting neighbours together again. */
export function phrasesOf(text: string): string[] {
  if (text.length >= 100) return [];
  const words = text.match(WORDS) ?? [];
  return words.flatMap((first, from) => {
    if (!BEGINNING.test(first)) return [];
    const ends = words
      .map((_word, to) => to + 1)
      .filter((to) => to > from && END.test(words[to - 1] as string));
    return ends.map((to) => words.slice(from, to).join('')).filter(isPhrase);
  });
}

function isPhrase(phrase: string): boolean {
  return phrase.length >= 10 && nonSpaceLength(phrase) >= 5 && phrase.search(UNSTORABLE) < 0;
}

function propose(finding: Finding, input: Input): Consolidation {
  const { keyword, glAccount, originals } = finding;
  const others = [...input.list, ...input.stored].filter(
    (mapping) => mapping.glAccount !== glAccount && containsKeyword(mapping, finding, input),
  );
  const replaced = input.replaced
    .flatMap(({ text, glAccount: now }) => (now === null ? [] : [{ ...text, glAccount: now }]))
    .filter((text) => text.glAccount !== glAccount && containsKeyword(text, finding, input));
  const accounts = new Set([...others, ...replaced].map((mapping) => mapping.glAccount));
  const conflict = strongest([...others, ...replaced], normalise(keyword));
  return {
    ...choose(finding, glAccount, originals, input),
    status: conflict ? 'CONFLICT' : 'OK',
    keyword,
    count: originals.length,
    originals,
    conflict: conflict ?? null,
    conflictMappings: others.length,
    conflictReplaced: replaced.length,
    conflictAccounts: accounts.size,
    alternative: conflict
      ? choose(finding, conflict.glAccount, originalsOfOther(finding, conflict.glAccount, input), input)
      : null,
  };
}

/** Whether a mapping contains the keyword in any of its proposed spellings that the classifier takes for one keyword. */
function containsKeyword(mapping: Mapping, { keyword }: Finding, input: Input): boolean {
  const spellings = input.findings.filter((other) => normalise(other.keyword) === normalise(keyword));
  return (
    normalise(mapping.description).includes(normalise(keyword)) ||
    spellings.some((spelling) => UPPER(mapping.description).includes(spelling.keyword))
  );
}

function strongest(others: Mapping[], keyword: string): Mapping | undefined {
  const isSame = (mapping: Mapping) => normalise(mapping.description) === keyword;
  const ofAccount = (account: string) => others.filter(({ glAccount }) => glAccount === account);
  return others.toSorted(
    (a, b) =>
      Number(ofAccount(b.glAccount).some(isSame)) - Number(ofAccount(a.glAccount).some(isSame)) ||
      ofAccount(b.glAccount).length - ofAccount(a.glAccount).length ||
      Number(isSame(b)) - Number(isSame(a)) ||
      compare(COMPARED(a), COMPARED(b)) ||
      compare(a.key, b.key),
  )[0];
}

function originalsOfOther(finding: Finding, glAccount: string, input: Input): Mapping[] {
  const sibling = input.findings.find(
    (other) => other.glAccount === glAccount && normalise(other.keyword) === normalise(finding.keyword),
  );
  return (
    sibling?.originals ??
    input.list.filter(
      (mapping) => mapping.glAccount === glAccount && containsKeyword(mapping, finding, input),
    )
  );
}

function choose({ keyword }: Finding, glAccount: string, originals: Mapping[], input: Input): Choice {
  const written = { key: mappingKey(keyword), description: keyword, glAccount };
  const proposed = new Set(input.keywords.map(mappingKey));
  const kept = { overruled: 0, rival: 0, spelling: 0, keyword: 0 };
  const removed = originals.filter((original) => {
    const reason = reasonToKeep(original, written, proposed, input);
    if (reason !== null) kept[reason]++;
    return reason === null;
  });
  const idsToDelete = removed.map(({ key }) => key);
  const after = [
    ...input.all.filter(({ key }) => key !== written.key && !idsToDelete.includes(key)),
    written,
  ];
  const texts = [...input.list, ...input.stored, ...input.replaced.map(({ text }) => text)];
  const changedTexts = texts
    .map(({ description }) => ({
      description,
      from: classifyWith(description, input.all, input.stored)?.glAccount ?? null,
      to: classifyWith(description, after, input.stored)?.glAccount ?? null,
    }))
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => compare(a.description, b.description));
  return { glAccount, idsToDelete, changes: changedTexts.length, changedTexts, kept };
}

/** Null where the text of a removed original keeps its account: no keyword of another account in it beats the written one. */
function reasonToKeep(
  original: Mapping,
  written: Mapping,
  proposed: ReadonlySet<MappingKey>,
  input: Input,
): KeepReason | null {
  const all = [...input.list, ...input.stored];
  const text = normalise(original.description);
  const keyword = normalise(written.description);
  const variants = effective(variantsOf(keyword, all), input.stored).filter(
    (variant) => variant.glAccount !== written.glAccount,
  );
  if (variants.some((variant) => input.stored.includes(variant) || variant.key < written.key))
    return 'overruled';
  if (proposed.has(original.key)) return 'keyword';
  if (nonSpaceLength(keyword) < MIN_KEYWORD_LENGTH || !text.includes(keyword)) return 'spelling';
  const endangered = input.replaced
    .filter(({ glAccount }) => glAccount === written.glAccount)
    .map(({ text: { description } }) => normalise(description))
    .filter((other) => other.includes(text) && other.includes(keyword));
  const isBeaten = [text, ...endangered].some((known) => isBeatenIn(known, written, all, input));
  return isBeaten ? 'rival' : null;
}

/** Whether a keyword of another account in a text beats the written one. */
function isBeatenIn(text: string, written: Mapping, all: readonly Mapping[], input: Input): boolean {
  const keyword = normalise(written.description);
  return all
    .filter((other) =>
      effective(variantsOf(normalise(other.description), [...all]), input.stored).includes(other),
    )
    .filter((other) => other.glAccount !== written.glAccount && normalise(other.description) !== keyword)
    .some((other) => {
      const rival = normalise(other.description);
      if (rival === text) return true;
      if (nonSpaceLength(rival) < MIN_KEYWORD_LENGTH || !text.includes(rival)) return false;
      return rival.length > keyword.length || (rival.length === keyword.length && rival <= keyword);
    });
}

/** Classifies with both lists. An upload skips keywords that are stored, so pending mappings with such keywords are left out. */
function classifyWith(description: string, list: Mapping[], stored: Mapping[]): Mapping | null {
  const known = new Set(stored.map((mapping) => normalise(mapping.description)));
  return classifyNaively(description, [
    ...stored,
    ...list.filter((mapping) => !known.has(normalise(mapping.description))),
  ]);
}

function variantsOf(keyword: string, mappings: Mapping[]): Mapping[] {
  return mappings.filter((mapping) => normalise(mapping.description) === keyword);
}

/** The case variants that the classifier would see: stored ones if any, since an upload skips the others. */
function effective(variants: Mapping[], stored: readonly Mapping[]): Mapping[] {
  const storedVariants = variants.filter((variant) => stored.includes(variant));
  return storedVariants.length > 0 ? storedVariants : variants;
}

function preferred(mappings: Mapping[]): Mapping | undefined {
  return mappings.toSorted((a, b) => compare(a.key, b.key))[0];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
