// node scripts/build.mjs [NAME …]: builds the app (dist/app) and the programs for Node (dist/node/NAME.js).
// Without names it builds all of them anew; with names, those that are older than one of their sources.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Programs that run in Node, each built to dist/node/NAME.js from its entry file. */
const PROGRAMS = {
  server: 'server/main.ts',
  backup: 'server/programs/backup.ts',
  restore: 'server/programs/restore.ts',
  'remove-unreadable': 'server/programs/removeUnreadable.ts',
  verify: 'server/programs/verify.ts',
  'unarchive-history': 'server/programs/unarchiveHistory.ts',
  'rotate-key': 'server/programs/rotateKey.ts',
  'export-firebase': 'server/programs/exportFirebase.ts',
  'import-firebase': 'server/programs/importFirebase.ts',
  classify: 'cli/classify.ts',
  analyze: 'cli/analyze.ts',
  import: 'cli/import.ts',
  health: 'cli/health.ts',
  'grant-admin': 'cli/grantAdmin.ts',
  rules: 'rules/generate.ts',
  bench: 'bench/main.ts',
  fuzz: 'bench/fuzz.ts',
  corpus: 'bench/corpus.ts',
  crash: 'tests/crash/main.ts',
  screens: 'tests/screens/main.ts',
};

/** Sources of the app, as files and folders: Vite does not list the sources of workers. */
const APP_SOURCES = [
  'index.html',
  'public',
  'src',
  'workers',
  'contract',
  'engine',
  'model',
  'vite.config.ts',
  'vite.chunks.ts',
  'vite.licences.ts',
  'vite.version.ts',
];

/** Every build depends on these, besides its own sources. */
const COMMON_SOURCES = ['package-lock.json', 'scripts/build.mjs'];

/** The programs that can be built. */
export const PROGRAM_NAMES = Object.keys(PROGRAMS);

export const BUILD_NAMES = ['app', ...PROGRAM_NAMES];

/** What the program `name` needs when it is started with these arguments: itself, and what it starts or serves. */
export function neededBy(name, args = []) {
  // The running server has its histories checked by `verify`.
  if (name === 'server') return ['server', 'verify', 'app'];
  if (name === 'crash') return ['crash', 'server'];
  if (name === 'screens') return ['screens', 'app'];
  if (name !== 'bench') return [name];
  if (args[0] === 'start') return ['bench', 'server', 'verify'];
  if (['server', 'scale', 'transfer', 'history'].includes(args[0])) return ['bench', 'server'];
  if (args[0] === 'year') return ['bench', 'server', 'verify', 'app'];
  return ['browser', 'list', 'history-screen', 'first-load'].includes(args[0])
    ? ['bench', 'server', 'app']
    : ['bench'];
}

/** Ends the process with exit code 1 and one line when one of `names` is not among the known ones. */
export function refuseUnknown(names, known = BUILD_NAMES) {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  console.error(`There is no program "${unknown}". Known names: ${known.join(', ')}.`);
  process.exit(1);
}

/** Builds those of `names` (see BUILD_NAMES) that are out of date; all of them with `force`. */
export async function ensureBuilt(names, { force = false } = {}) {
  for (const name of names) {
    if (!force && isUpToDate(name)) continue;
    console.error(`Building ${name === 'app' ? 'dist/app' : `dist/node/${name}.js`} …`);
    const started = Date.now();
    const sources = name === 'app' ? await buildApp() : await buildProgram(name);
    writeFileSync(stampOf(name), `${JSON.stringify({ started, sources }, null, 1)}\n`);
  }
}

async function buildApp() {
  await buildForProduction({ configFile: inRoot('vite.config.ts') });
  return [...APP_SOURCES, ...COMMON_SOURCES];
}

/** Resolves with the program's sources: the files of ours that Vite has read. */
async function buildProgram(name) {
  const modules = [];
  const noteModules = {
    name: 'note-modules',
    buildEnd() {
      modules.push(...this.getModuleIds());
    },
  };
  await buildForProduction({
    configFile: inRoot('vite.node.config.ts'),
    plugins: [noteModules],
    build: {
      rolldownOptions: {
        input: { [name]: inRoot(PROGRAMS[name]) },
        output: {
          chunkFileNames: `chunks/${name}-[name].js`,
          ...(name === 'bench' && { codeSplitting: ENGINE_WHOLE }),
        },
      },
    },
  });
  const files = modules
    .filter((id) => isAbsolute(id) && !id.includes('node_modules'))
    .map((id) => relative(root, id.split('?', 1)[0]).replaceAll('\\', '/'));
  return [...new Set(files), 'vite.node.config.ts', ...COMMON_SOURCES];
}

/**
 * The engine in one file, as in the workers of the app: a constant that is imported from another file is read anew at
 * each use. Needed where a program loads parts of itself later.
 */
const ENGINE_WHOLE = { groups: [{ name: 'engine', test: /\/(engine|model)\/[^?]*$/ }] };

/** Vite leaves NODE_ENV at "production"; what runs after the build must not depend on whether there was one. */
async function buildForProduction(config) {
  const before = process.env.NODE_ENV;
  const { build } = await import('vite');
  await build({ root, logLevel: 'error', mode: 'production', ...config });
  if (before === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = before;
}

function isUpToDate(name) {
  let stamp;
  try {
    stamp = JSON.parse(readFileSync(stampOf(name), 'utf8'));
  } catch {
    return false; // never built, or by a former version of this script
  }
  return (
    (stamp.sources ?? []).length > 0 && stamp.sources.every((file) => newest(inRoot(file)) <= stamp.started)
  );
}

/** When a file, or anything in a folder, was changed last. Infinity when it is gone. */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return Number.POSITIVE_INFINITY;
  const entries = stat.isDirectory() ? readdirSync(path) : [];
  return entries.reduce((latest, entry) => Math.max(latest, newest(join(path, entry))), stat.mtimeMs);
}

function stampOf(name) {
  return name === 'app' ? inRoot('dist/app/.built') : inRoot(`dist/node/.${name}.built`);
}

function inRoot(path) {
  return join(root, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  refuseUnknown(names);
  await ensureBuilt(names.length > 0 ? names : BUILD_NAMES, { force: names.length === 0 });
}
