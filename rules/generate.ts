import { readFileSync, writeFileSync } from 'node:fs';
import { databaseRulesJson } from './databaseRules.ts';

/** `npm run rules`: writes rules/database.rules.json from the template; dist/node lies as deep as this folder does. */
const file = new URL('../../rules/database.rules.json', import.meta.url);
const generated = databaseRulesJson();
if (currentText() !== generated) writeFileSync(file, generated);

function currentText(): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
