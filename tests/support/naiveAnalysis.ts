import type { AnalysisReport } from '#engine/analysis/analyse.ts';
import type { AnalysisInput } from '#engine/analysis/MappingSet.ts';
import { normalise } from '#engine/normalise.ts';
import {
  isUsable,
  type Mapping,
  type MappingKey,
  MIN_KEYWORD_LENGTH,
  mappingKey,
  nonSpaceLength,
} from '#model/mapping.ts';
import type { Choice, Proposal } from '#model/proposal.ts';
import { classifyNaively } from './naiveClassifier.ts';

/**
 * The rules of the analysis written as plainly as possible: the oracle that the engine is held against.
 * Quadratic and worse.
 */
export function analyseNaively({ list, stored = [] }: AnalysisInput): AnalysisReport {
  const duplicates = findDuplicates(list, stored);
  const remaining = list.filter(({ key }) => !duplicates.includes(key));
  const usable = remaining.filter(matches);
  const findings = [...new Set(usable.map(({ glAccount }) => glAccount))].flatMap((glAccount) =>
    findShared(usable.filter((mapping) => mapping.glAccount === glAccount)),
  );
  const world = { list: usable, stored: stored.filter(matches), all: remaining, findings };
  return { duplicates, proposals: findings.map((finding) => propose(finding, world)) };
}

type Finding = { keyword: string; glAccount: string; originals: Mapping[] };
type World = { list: Mapping[]; stored: Mapping[]; all: Mapping[]; findings: Finding[] };

const UPPER = (text: string) => text.toUpperCase().replace(/\s+/gu, ' ').trim();
const matches = (mapping: Mapping) => isUsable(mapping) && normalise(mapping.description) !== '';

function findDuplicates(list: readonly Mapping[], stored: readonly Mapping[]): MappingKey[] {
  const kept = new Set<Mapping>();
  for (const mapping of list.filter(matches)) {
    const same = list.filter(
      (other) =>
        other.glAccount === mapping.glAccount &&
        other.description.toLowerCase() === mapping.description.toLowerCase(),
    );
    const twins = twinsOf(normalise(mapping.description), [...list, ...stored].filter(matches));
    const winner = preferred(effective(twins, stored));
    const contested = twins.some((twin) => twin.glAccount !== mapping.glAccount);
    const sanitised = same.find(({ key, description }) => key === mappingKey(description));
    kept.add(
      (contested ? same.find((other) => other === winner) : undefined) ?? sanitised ?? (same[0] as Mapping),
    );
  }
  return list.filter((mapping) => matches(mapping) && !kept.has(mapping)).map(({ key }) => key);
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
// biome-ignore lint/suspicious/noControlCharactersInRegex: what cannot be stored is no keyword.
const UNSTORABLE = /[\0-\x1f\x7f]|\p{Cs}/gu;
/** In the alphabet, characters that cannot be stored come first. */
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

function propose(finding: Finding, world: World): Proposal {
  const { keyword, glAccount, originals } = finding;
  const others = [...world.list, ...world.stored].filter(
    (mapping) => mapping.glAccount !== glAccount && containsKeyword(mapping, finding, world),
  );
  const accounts = new Set(others.map((mapping) => mapping.glAccount));
  const conflict = strongest(others, normalise(keyword));
  return {
    ...choose(finding, glAccount, originals, world),
    status: conflict ? 'CONFLICT' : 'OK',
    keyword,
    count: originals.length,
    originals,
    conflict: conflict ?? null,
    conflictMappings: others.length,
    conflictAccounts: accounts.size,
    alternative: conflict
      ? choose(finding, conflict.glAccount, originalsOfOther(finding, conflict.glAccount, world), world)
      : null,
  };
}

/** Keywords that are one to the classifier are one here: any of their spellings counts. */
function containsKeyword(mapping: Mapping, { keyword }: Finding, world: World): boolean {
  const spellings = world.findings.filter((other) => normalise(other.keyword) === normalise(keyword));
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

function originalsOfOther(finding: Finding, glAccount: string, world: World): Mapping[] {
  const sibling = world.findings.find(
    (other) => other.glAccount === glAccount && normalise(other.keyword) === normalise(finding.keyword),
  );
  return (
    sibling?.originals ??
    world.list.filter(
      (mapping) => mapping.glAccount === glAccount && containsKeyword(mapping, finding, world),
    )
  );
}

function choose({ keyword }: Finding, glAccount: string, originals: Mapping[], world: World): Choice {
  const written = { key: mappingKey(keyword), description: keyword, glAccount };
  const proposed = new Set(world.findings.map((finding) => mappingKey(finding.keyword)));
  const removed = originals.filter(
    (original) => !proposed.has(original.key) && staysHome(original, written, world),
  );
  const idsToDelete = removed.map(({ key }) => key);
  const after = [
    ...world.all.filter(({ key }) => key !== written.key && !idsToDelete.includes(key)),
    written,
  ];
  const texts = [...world.list, ...world.stored];
  const changes = texts.filter(
    ({ description }) =>
      classifyWith(description, world.all, world.stored)?.glAccount !==
      classifyWith(description, after, world.stored)?.glAccount,
  );
  return { glAccount, idsToDelete, changes: changes.length };
}

/** Whether no keyword of another account in the original's text beats the written one. */
function staysHome(original: Mapping, written: Mapping, world: World): boolean {
  const all = [...world.list, ...world.stored];
  const text = normalise(original.description);
  const keyword = normalise(written.description);
  if (nonSpaceLength(keyword) < MIN_KEYWORD_LENGTH || !text.includes(keyword)) return false;
  const twins = effective(twinsOf(keyword, all), world.stored).filter(
    (twin) => twin.glAccount !== written.glAccount,
  );
  if (twins.some((twin) => world.stored.includes(twin) || twin.key < written.key)) return false;
  return all
    .filter((other) => effective(twinsOf(normalise(other.description), all), world.stored).includes(other))
    .filter((other) => other.glAccount !== written.glAccount && normalise(other.description) !== keyword)
    .every((other) => {
      const rival = normalise(other.description);
      if (rival === text) return false;
      if (nonSpaceLength(rival) < MIN_KEYWORD_LENGTH || !text.includes(rival)) return true;
      return rival.length < keyword.length || (rival.length === keyword.length && keyword < rival);
    });
}

/** An upload skips what the stored list has, so stored entries shadow pending ones. */
function classifyWith(description: string, list: Mapping[], stored: Mapping[]): Mapping | null {
  const known = new Set(stored.map((mapping) => normalise(mapping.description)));
  return classifyNaively(description, [
    ...stored,
    ...list.filter((mapping) => !known.has(normalise(mapping.description))),
  ]);
}

function twinsOf(keyword: string, mappings: Mapping[]): Mapping[] {
  return mappings.filter((mapping) => normalise(mapping.description) === keyword);
}

function effective(twins: Mapping[], stored: readonly Mapping[]): Mapping[] {
  const storedTwins = twins.filter((twin) => stored.includes(twin));
  return storedTwins.length > 0 ? storedTwins : twins;
}

function preferred(mappings: Mapping[]): Mapping | undefined {
  return mappings.toSorted((a, b) => compare(a.key, b.key))[0];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
