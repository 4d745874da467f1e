import FastScanner from 'fastscan';
import { normalise } from '#engine/normalise.ts';
import { BLANK, UNMATCHED } from '#model/classification.ts';
import type { Mapping } from '#model/mapping.ts';
import { MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';

/** Another implementation: takes a list and returns a function from a line to a mapping number, BLANK or UNMATCHED. */
export type Peer = (mappings: readonly Mapping[]) => (line: string) => number;

type Keyword = { readonly text: string; readonly id: number };

/** The rules without any preparation: each keyword is normalised anew for each line. */
export const unpreparedLoop: Peer = (mappings) => (line) => {
  const text = normalise(line);
  if (text === '') return BLANK;
  let best: Keyword | undefined;
  mappings.forEach((mapping, id) => {
    const keyword = normalise(mapping.description);
    const matches =
      keyword === text || (nonSpaceLength(keyword) >= MIN_KEYWORD_LENGTH && text.includes(keyword));
    if (matches && isBetter({ text: keyword, id }, best)) best = { text: keyword, id };
  });
  return best?.id ?? UNMATCHED;
};

/**
 * An ordinary app: normalises each keyword once, when the list is loaded, and each line once; then one loop over the list in
 * its order. An equal keyword ends the loop; else the best wins of those that may be contained and that `includes()` finds.
 */
export const ordinaryLoop: Peer = (mappings) => {
  const keywords = mappings.map(({ description }, id) => {
    const text = normalise(description);
    return { text, id, mayBeContained: nonSpaceLength(text) >= MIN_KEYWORD_LENGTH };
  });
  return (line) => {
    const text = normalise(line);
    if (text === '') return BLANK;
    let best: Keyword | undefined;
    for (const keyword of keywords) {
      if (text === keyword.text) return keyword.id;
      if (keyword.mayBeContained && text.includes(keyword.text) && isBetter(keyword, best)) best = keyword;
    }
    return best?.id ?? UNMATCHED;
  };
};

/** A careful app: all keywords normalised once, a hash map for the exact rule, else the best keyword by `includes()`. */
export const includesLoop: Peer = (mappings) => {
  const { exact, contained } = prepare(mappings);
  return (line) =>
    answer(line, exact, (text) => {
      let best: Keyword | undefined;
      for (const keyword of contained)
        if (text.includes(keyword.text) && isBetter(keyword, best)) best = keyword;
      return best;
    });
};

/** {@link includesLoop} with the keywords sorted longest first, so that the first hit ends the loop. */
export const longestFirst: Peer = (mappings) => {
  const { exact, contained } = prepare(mappings);
  contained.sort((a, b) => (isBetter(a, b) ? -1 : 1));
  return (line) => answer(line, exact, (text) => contained.find((keyword) => text.includes(keyword.text)));
};

/** The Aho–Corasick automaton of the npm package fastscan. */
export const fastscan: Peer = (mappings) => {
  const { exact, contained } = prepare(mappings);
  const scanner = new FastScanner(contained.map(({ text }) => text));
  const byText = new Map(contained.map((keyword) => [keyword.text, keyword]));
  return (line) =>
    answer(line, exact, (text) => {
      let best: Keyword | undefined;
      for (const [, found] of scanner.search(text)) {
        const keyword = byText.get(found);
        if (keyword && isBetter(keyword, best)) best = keyword;
      }
      return best;
    });
};

function prepare(mappings: readonly Mapping[]): { exact: Map<string, number>; contained: Keyword[] } {
  const exact = new Map<string, number>();
  mappings.forEach((mapping, id) => {
    const text = normalise(mapping.description);
    const shown = exact.get(text);
    if (shown === undefined || mapping.key < (mappings[shown]?.key ?? '')) exact.set(text, id);
  });
  const contained = [...exact]
    .filter(([text]) => nonSpaceLength(text) >= MIN_KEYWORD_LENGTH)
    .map(([text, id]) => ({ text, id }));
  return { exact, contained };
}

function answer(
  line: string,
  exact: ReadonlyMap<string, number>,
  search: (text: string) => Keyword | undefined,
): number {
  const text = normalise(line);
  if (text === '') return BLANK;
  return exact.get(text) ?? search(text)?.id ?? UNMATCHED;
}

function isBetter(a: Keyword, b: Keyword | undefined): boolean {
  if (!b || a.text.length !== b.text.length) return a.text.length > (b?.text.length ?? 0);
  return a.text < b.text;
}
