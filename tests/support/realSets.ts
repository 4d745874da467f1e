import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byStage } from './fullRun.ts';
import { realDataFolder } from './realData.ts';

/** One of the published sets of real descriptions in the folder that REAL_DATA names; none is part of the project. */
export type RealSet = {
  readonly name: string;
  /** The text of a file of the set, or null when the set has no such file. */
  read(file: string): string | null;
};

/** What a benchmark says when it leaves the real sets out. */
export const LEFT_OUT = 'Left out: the real sets. REAL_DATA names no folder of them.';

/** The real sets at hand, in order of their names; null without REAL_DATA. */
export function realSetsIfNamed(): readonly RealSet[] | null {
  const folder = realDataFolder();
  if (folder === null) return null;
  const sets = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'mappings.tsv')))
    .map(({ name }) => ({ name, read: (file: string) => readIfThere(join(folder, name, file)) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (sets.length === 0)
    throw new Error(`REAL_DATA names ${folder}, in which no folder has a file mappings.tsv.`);
  return sets;
}

/** The real sets at hand, never none: a test over nothing would pass. */
export function realSets(): readonly RealSet[] {
  const sets = realSetsIfNamed();
  if (sets === null) throw new Error('This needs real sets: REAL_DATA names their folder.');
  return sets;
}

/** A list of description and account in a set, as the tab-separated text that it is. */
export type RealList = { readonly name: string; readonly text: string; readonly set: RealSet };

/** Every list in the sets at hand: `mappings.tsv`, and `keywords.tsv` where there is one. */
export function realLists(sets = realSets()): RealList[] {
  return sets.flatMap((set) =>
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

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
