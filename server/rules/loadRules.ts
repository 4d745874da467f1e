import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../StartError.ts';
import { compileDatabaseRules } from './database/compileDatabaseRules.ts';
import { compileFirestoreRules } from './firestore/compileFirestoreRules.ts';
import type { DatabaseRules, FirestoreRules } from './rules.ts';
import { RulesSyntaxError } from './syntax/source.ts';

type Rules = { readonly firestore: FirestoreRules; readonly database: DatabaseRules };

const FIRESTORE_RULES = 'firestore.rules';
const DATABASE_RULES = 'database.rules.json';

/**
 * Compiles the rules files in `folder`, by default those that came with the program.
 * @throws StartError `rules-unusable`, naming file and place
 */
export function loadRules(folder: string = rulesFolder()): Rules {
  return {
    firestore: compileFile(join(folder, FIRESTORE_RULES), compileFirestoreRules),
    database: compileFile(join(folder, DATABASE_RULES), compileDatabaseRules),
  };
}

function compileFile<Compiled>(file: string, compile: (text: string) => Compiled): Compiled {
  try {
    return compile(readText(file));
  } catch (cause) {
    if (!(cause instanceof RulesSyntaxError)) throw cause;
    throw new StartError('rules-unusable', `${file}:${cause.message}`, { cause });
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The rules in ${file} cannot be read (${reason}): install the program anew.`;
    throw new StartError('rules-unusable', message, { cause });
  }
}

/** The nearest folder `rules` that holds the files, going up: source and built program lie at different depths. */
function rulesFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'rules', FIRESTORE_RULES))) {
    const parent = dirname(folder);
    if (parent === folder) {
      const message = `No folder "rules" with ${FIRESTORE_RULES} beside the program: install the program anew.`;
      throw new StartError('rules-unusable', message);
    }
    folder = parent;
  }
  return join(folder, 'rules');
}
