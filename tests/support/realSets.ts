import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Mapping, mappingKey } from '../../src/model/mapping.ts';

/** Real published lists and lines that lie beside the project where there is leave to have them; else none. */
const folder = new URL('../../../shared/data/', import.meta.url);

/** One mapping list and the real descriptions that go with it. */
export type RealSet = { readonly name: string; mappings(): Mapping[]; text(): string };

/** Every mapping list that is there; empty where there is none. */
export function realSets(): RealSet[] {
  if (!existsSync(folder)) return [];
  const sets = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return sets.flatMap(({ name }) =>
    ['mappings.tsv', 'keywords.tsv']
      .map((list) => `${name}/${list}`)
      .filter((list) => existsSync(new URL(list, folder)))
      .map((list) => ({
        name: list,
        mappings: () => readMappings(read(list)),
        text: () => read(`${name}/descriptions.txt`),
      })),
  );
}

function read(file: string): string {
  return readFileSync(new URL(file, folder), 'utf8');
}

/** As the database keeps them: of two descriptions with one key, the last. */
function readMappings(table: string): Mapping[] {
  const byKey = new Map<string, Mapping>();
  for (const line of table.trimEnd().split('\n')) {
    const [description = '', glAccount = ''] = line.split('\t');
    const key = mappingKey(description);
    byKey.set(key, { key, description, glAccount });
  }
  return [...byKey.values()];
}
