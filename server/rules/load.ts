import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileDatabaseRules } from './database/compile.ts';
import { compileFirestoreRules } from './firestore/compile.ts';
import type { DatabaseGuard, FirestoreGuard } from './guard.ts';
import { RulesSyntaxError } from './syntax/source.ts';

export type Guards = { readonly firestore: FirestoreGuard; readonly database: DatabaseGuard };

/** The rules as deployed can't be enforced: a file is missing or wrong. The message names file, line and column. */
export class RulesFileError extends Error {
  override readonly name = 'RulesFileError';
}

const FIRESTORE_RULES = 'firestore.rules';
const DATABASE_RULES = 'database.rules.json';

/** Compiles the rules files in `folder`, by default those that came with the program. */
export function loadGuards(folder: string = rulesFolder()): Guards {
  return {
    firestore: compileFile(join(folder, FIRESTORE_RULES), compileFirestoreRules),
    database: compileFile(join(folder, DATABASE_RULES), compileDatabaseRules),
  };
}

function compileFile<Guard>(file: string, compile: (text: string) => Guard): Guard {
  try {
    return compile(readFileSync(file, 'utf8'));
  } catch (cause) {
    if (!(cause instanceof RulesSyntaxError)) throw cause;
    throw new RulesFileError(`${file}:${cause.line}:${cause.column}: ${cause.detail}`, { cause });
  }
}

/** The nearest folder `rules` that holds the files, going up from here: source and built program lie at different depths. */
function rulesFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    if (existsSync(join(folder, 'rules', FIRESTORE_RULES))) return join(folder, 'rules');
    const parent = dirname(folder);
    if (parent === folder)
      throw new RulesFileError(`No folder "rules" with ${FIRESTORE_RULES} beside the program.`);
    folder = parent;
  }
}
