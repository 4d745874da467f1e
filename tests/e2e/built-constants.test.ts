import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { BUILT_SCRIPTS, loadedWithWorker } from '../support/builtChunks.ts';

/** How the arrays of the engine's working memory are declared in a built file: `const`, `let` or `var`. */
function declarationsOfArrays(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return parseAst(source).body.flatMap((statement) => {
    if (statement.type !== 'VariableDeclaration') return [];
    const arrays = statement.declarations.filter(({ init }) =>
      /^new (Int32|Uint8|Uint16)Array\(/.test(source.slice(init?.start, init?.end)),
    );
    return arrays.map(() => statement.kind);
  });
}

// As `var` the engine takes 1.4 times as long (docs/engine.md), and nothing else would tell.
it.each([
  ['the ledger worker', () => loadedWithWorker('ledger').map((file) => join(BUILT_SCRIPTS, file))],
  ['a program in Node', () => ['dist/node/chunks/classify-classifyProgram.js']],
])('the arrays that the engine works in are constants in %s', (_where, files) => {
  const declarations = files().flatMap(declarationsOfArrays);
  expect(declarations.length).toBeGreaterThan(8);
  expect(new Set(declarations)).toEqual(new Set(['const']));
});
