import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import { byStage } from './fullRun.ts';

// Beside the project, wherever the bundled program that reads it lies.
const FOLDER = pathToFileURL(resolve('../shared/data/') + sep);

/** One of the published sets of real descriptions that may lie beside the project; none is part of it. */
type RealSet = {
  readonly name: string;
  /** The text of a file of the set, or null when the set has no such file. */
  read(file: string): string | null;
};

/** The real sets at hand, in order of their names; none where the folder beside the project is missing. */
export const realSets: readonly RealSet[] = existsSync(FOLDER)
  ? readdirSync(FOLDER, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => ({ name, read: (file: string) => readIfThere(new URL(`${name}/${file}`, FOLDER)) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  : [];

/** Why the tests over the real sets are skipped: the name that the skipped test bears in the report. */
export const NO_REAL_SETS = 'SKIPPED: the folder shared/data with the real sets is not beside the project';

/** A list of description and account in a set, as the tab-separated text that it is. */
export type RealList = { readonly name: string; readonly text: string; readonly set: RealSet };

/** Every list in the sets: `mappings.tsv`, and `keywords.tsv` where there is one. */
export function realLists(): RealList[] {
  return realSets.flatMap((set) =>
    ['mappings.tsv', 'keywords.tsv'].flatMap((file) => {
      const text = set.read(file);
      return text === null ? [] : [{ name: `${set.name}/${file}`, text, set }];
    }),
  );
}

/** All the lists; in the usual run the one with the least to do, which takes the same way. */
export function realListsOfStage(): RealList[] {
  const lists = realLists();
  const work = ({ text, set }: RealList) => text.length + (set.read('descriptions.txt') ?? '').length;
  return byStage({ usual: lists.toSorted((a, b) => work(a) - work(b)).slice(0, 1), full: lists });
}

/** The lines of a set's real descriptions. */
export function descriptionsOf(set: RealSet): string[] {
  return (set.read('descriptions.txt') ?? '').trimEnd().split('\n');
}

/** The mappings of a tab-separated text, line by line. */
export function mappingsOf(text: string): Mapping[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([description = '', glAccount = '']) => ({ key: mappingKey(description), description, glAccount }));
}

/** The mappings of a tab-separated text as the database keeps them: of two descriptions with one key, the last. */
export function storedMappingsOf(text: string): Mapping[] {
  return [...new Map(mappingsOf(text).map((mapping) => [mapping.key, mapping])).values()];
}

function readIfThere(url: URL): string | null {
  return existsSync(url) ? readFileSync(url, 'utf8') : null;
}
