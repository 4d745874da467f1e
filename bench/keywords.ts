import { normalise } from '#engine/normalise.ts';
import { runToEnd } from '#engine/steps.ts';
import { groupLines } from '#engine/unmatched/groupLines.ts';
import { tokensOf } from '#engine/unmatched/tokens.ts';
import { type Mapping, MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import { LEFT_OUT, realSetsIfNamed } from '../tests/support/realSets.ts';
import { type LabelledLine, labelledLists } from './labelledLists.ts';

/** Offers a keyword for each line; null for none. */
type Suggester = (lines: readonly string[], list: readonly Mapping[]) => (string | null)[];

const SUGGESTERS: Readonly<Record<string, Suggester>> = {
  ours: (lines, list) => {
    const offered = new Array<string | null>(lines.length).fill(null);
    for (const { phrase, lines: ofGroup } of runToEnd(groupLines(lines, list))) {
      for (const line of ofGroup) offered[line] = phrase;
    }
    return offered;
  },
  'whole line': (lines) => lines.map(normalise),
  'rarest word': (lines) => {
    const words = lines.map((line) => [...new Set(tokensOf(normalise(line)).map(({ text }) => text))]);
    const frequency = new Map<string, number>();
    for (const word of words.flat()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    const rarityOrder = (a: string, b: string) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0);
    return words.map(
      (own) => own.filter((word) => word.length >= MIN_KEYWORD_LENGTH).toSorted(rarityOrder)[0] ?? null,
    );
  },
};

/**
 * What the keywords offered for unmatched lines are worth, on the real sets with labels: of those that would match at
 * least two lines of the set, how many lines these are, and how many of them were booked to the account that most of them were;
 * and for how many lines one is offered. Beside ours, what the whole line and its rarest word would be worth.
 */
export async function runKeywords(): Promise<void> {
  const sets = realSetsIfNamed();
  if (!sets) console.log(LEFT_OUT);
  for (const { name, list, lines } of labelledLists(sets ?? [])) {
    console.log(`${name}: ${lines.length} lines`);
    for (const [suggester, suggest] of Object.entries(SUGGESTERS)) {
      const offered = suggest(
        lines.map(({ description }) => description),
        list,
      );
      console.log(`  ${suggester.padEnd(12)} ${describe(lines, offered)}`);
    }
  }
}

function describe(lines: readonly LabelledLine[], offered: readonly (string | null)[]): string {
  const keywords = [...new Set(offered.filter((keyword) => keyword !== null))];
  const held = keywords.map(holder(lines)).filter((accounts) => accounts.length > 1);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const lineCount = sum(held.map((accounts) => accounts.length));
  const purities = held.map((accounts) => mostFrequent(accounts) / accounts.length);
  const isOffered = offered.filter((keyword) => keyword !== null).length / offered.length;
  return (
    `${held.length} keywords of two lines and more; purity ${percent(sum(purities) / held.length)} by keyword, ` +
    `${percent(sum(held.map(mostFrequent)) / lineCount)} by line; ${lineCount} lines, ${(lineCount / held.length).toFixed(1)} each; ` +
    `offered for ${percent(isOffered)}`
  );
}

/** The accounts of the lines that a keyword would match. */
function holder(lines: readonly LabelledLine[]): (keyword: string) => string[] {
  const byText = new Map<string, string[]>();
  for (const { description, glAccount } of lines) {
    const text = normalise(description);
    const known = byText.get(text);
    if (known) known.push(glAccount);
    else byText.set(text, [glAccount]);
  }
  const texts = [...byText];
  return (keyword) => {
    const isExactOnly = nonSpaceLength(keyword) < MIN_KEYWORD_LENGTH;
    const isMatch = (text: string) => (isExactOnly ? text === keyword : text.includes(keyword));
    return texts.flatMap(([text, accounts]) => (isMatch(text) ? accounts : []));
  };
}

function mostFrequent(accounts: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const account of accounts) counts.set(account, (counts.get(account) ?? 0) + 1);
  return Math.max(...counts.values());
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
