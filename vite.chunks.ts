import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Context = Rolldown.ChunkingContext;

/** Shared by the forms of the sign-in screen and the pages behind it. */
const FIELDS =
  /@mantine\/core\/esm\/components\/(Input|InputBase|TextInput|PasswordInput)\/|use-uncontrolled/;
/** What only one page needs is not shared. */
const OF_A_PAGE = /\/src\/(features|app\/pages)\//;

const isBehindSignIn = closureOf(
  'src/features/classifier/ClassifierPage.tsx',
  'src/app/SignedInPages.tsx',
  'src/services/ledger.ts',
);

/**
 * Cut along what each page shares with others, the first load would be forty small files. Each is compressed by itself,
 * and costs the page's thread a few milliseconds more than its code does.
 */
export const groups: Group[] = [
  { name: 'base', tags: ['$initial'], priority: 2 },
  { name: 'fields', test: FIELDS, priority: 1 },
  { name: (id, context) => (isBehindSignIn(id, context) && !OF_A_PAGE.test(id) ? 'signed-in' : null) },
];

/** Whether a module of ours is one of `entries`, or comes with them by static imports. */
function closureOf(...entries: readonly string[]): (id: string, context: Context) => boolean {
  const root = fileURLToPath(new URL('.', import.meta.url));
  let closure: ReadonlySet<string> | null = null;
  return (id, context) => {
    closure ??= follow(
      entries.map((entry) => root + entry),
      context,
    );
    return closure.has(id);
  };
}

function follow(open: string[], context: Context): ReadonlySet<string> {
  const found = new Set<string>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || id.includes('node_modules')) continue;
    found.add(id);
    open.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
