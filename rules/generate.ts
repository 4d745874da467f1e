import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { databaseRulesJson } from './databaseRules.ts';

/** `npm run rules`: writes rules/database.rules.json from the template; dist/node lies as deep as this folder does. */
const file = new URL('../../rules/database.rules.json', import.meta.url);
const generated = databaseRulesJson();
if (!existsSync(file) || readFileSync(file, 'utf8') !== generated) writeFileSync(file, generated);
