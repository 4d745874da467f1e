import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Mapping, mappingKey } from '../../src/model/mapping.ts';

const FOLDER = new URL('../../../shared/data/', import.meta.url);

/** One of the published sets of real descriptions that may lie beside the project; none is part of it. */
export type RealSet = {
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

/** Every list of description and account in the sets: `mappings.tsv`, and `keywords.tsv` where there is one. */
export function realLists(): (readonly [name: string, text: string])[] {
  return realSets.flatMap((set) =>
    ['mappings.tsv', 'keywords.tsv'].flatMap((file) => {
      const text = set.read(file);
      return text === null ? [] : [[`${set.name}/${file}`, text] as const];
    }),
  );
}

/** The mappings of a tab-separated text, as they would be stored. */
export function mappingsOf(text: string): Mapping[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([description = '', glAccount = '']) => ({ key: mappingKey(description), description, glAccount }));
}

function readIfThere(url: URL): string | null {
  return existsSync(url) ? readFileSync(url, 'utf8') : null;
}
