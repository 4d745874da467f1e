import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { builtScripts, importsOf, workerEntries } from '../support/builtChunks.ts';

/** The files that `src` starts workers with. */
const sources = readdirSync('workers').filter((file) => file.endsWith('.worker.ts'));

// WebKit evaluates the entry of a worker once more when one of the worker's chunks imports it. The second one answers, too, and
// has no list: every screen that needs a lazily loaded part waited for ever.
describe('the entry of a worker', () => {
  it('is there for each worker', () => {
    expect(sources).toHaveLength(5);
    expect(workerEntries().map((file) => file.replace(/-[\w-]+\.js$/, '.ts'))).toEqual(sources);
  });

  it('is imported by no built script', () => {
    const entries = new Set(workerEntries());
    const imports = builtScripts().flatMap((script) =>
      importsOf(script).map(({ file }) => ({ script, file })),
    );
    expect(imports.length).toBeGreaterThan(300);
    expect(imports.filter(({ file }) => entries.has(file))).toEqual([]);
  });

  it.each(sources)('%s imports and starts, and has no other code', (file) => {
    const { body } = parseAst(readFileSync(`workers/${file}`, 'utf8'), { lang: 'ts' });
    const kinds = body.map(({ type }) => type).filter((type) => type !== 'ImportDeclaration');
    expect(kinds).toEqual(['ExpressionStatement']);
  });
});
