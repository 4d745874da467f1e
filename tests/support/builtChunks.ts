import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the built scripts of the app are. */
export const BUILT_SCRIPTS = 'dist/app/assets';

/** Names of the built scripts of the page and its workers. */
export function builtScripts(): string[] {
  return readdirSync(BUILT_SCRIPTS).filter((file) => file.endsWith('.js'));
}

/** The scripts that workers are started with. */
export function workerEntries(): string[] {
  return builtScripts().filter((file) => /\.worker-[\w-]+\.js$/.test(file));
}

type Import = { readonly file: string; readonly isStatic: boolean };

/** The built scripts that a built script imports. */
export function importsOf(script: string): Import[] {
  const code = readFileSync(join(BUILT_SCRIPTS, script), 'utf8');
  const found = code.matchAll(/\b(?:from|import)\s*(\()?\s*["'`](?:\.\/|\/assets\/)([\w.-]+\.js)["'`]/g);
  return [...found].map(([, dynamic, file]) => ({ file: String(file), isStatic: dynamic === undefined }));
}

/** The script and all that must be there before it runs. */
export function loadedWith(script: string, found = new Set<string>()): Set<string> {
  if (found.has(script)) return found;
  found.add(script);
  for (const { file, isStatic } of importsOf(script)) if (isStatic) loadedWith(file, found);
  return found;
}

/** All that the worker `name` loads before it runs. */
export function loadedWithWorker(name: string): string[] {
  const entries = workerEntries().filter((file) => file.startsWith(`${name}.worker-`));
  if (entries.length !== 1) throw new Error(`${name} has ${entries.length} entries in ${BUILT_SCRIPTS}`);
  return entries.flatMap((file) => [...loadedWith(file)]);
}
