// Builds the app (dist/app) and the Node programs (dist/node), each only when a source is newer than its last build.
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const targets = {
  app: {
    config: 'vite.config.ts',
    sources: [
      'model',
      'engine',
      'contract',
      'src',
      'workers',
      'public',
      'index.html',
      'package-lock.json',
      'vite.config.ts',
    ],
  },
  node: {
    config: 'vite.node.config.ts',
    sources: [
      'server',
      'cli',
      'bench',
      'rules',
      'tests/crash',
      'tests/support',
      'engine',
      'model',
      'package-lock.json',
      'vite.node.config.ts',
    ],
  },
};

/** Builds those of `names` ('app', 'node') that are out of date; all of them with `force`. */
export async function ensureBuilt(names, { force = false } = {}) {
  for (const name of names) {
    const { config, sources } = targets[name];
    const stamp = join(root, 'dist', name, '.built');
    const started = Date.now();
    if (!force && modifiedAt(stamp) >= Math.max(...sources.map((s) => newest(join(root, s))))) continue;
    console.error(`Building dist/${name} …`);
    await buildForProduction(config);
    writeFileSync(stamp, `${new Date(started).toISOString()}\n`);
  }
}

/** Vite leaves NODE_ENV at "production"; what runs after the build must not depend on whether there was one. */
async function buildForProduction(config) {
  const before = process.env.NODE_ENV;
  const { build } = await import('vite');
  await build({ root, configFile: join(root, config), logLevel: 'error', mode: 'production' });
  if (before === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = before;
}

function newest(path) {
  const own = modifiedAt(path);
  let entries;
  try {
    entries = readdirSync(path);
  } catch {
    return own; // a file, or nothing there
  }
  return entries.reduce((latest, entry) => Math.max(latest, newest(join(path, entry))), own);
}

function modifiedAt(path) {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBuilt(['app', 'node'], { force: true });
