// The Firebase CLI, fetched by npx when it is needed: it is large, and only those who use Firebase need it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Major version that firebase.json was tried with. */
const PACKAGE = 'firebase-tools@15';

/** Runs the Firebase CLI in this terminal; returns its exit code. */
export function firebaseTools(args) {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  const run = spawnSync(npx, ['--yes', PACKAGE, ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (run.error) throw run.error;
  return run.status ?? 1;
}

/**
 * The project to use: `--project ID` (or `-P ID`), else FIREBASE_PROJECT, else the default of .firebaserc, which
 * "firebase use" writes. Undefined when none is chosen.
 */
export function chosenProject(args, env, file = '.firebaserc') {
  const named = args.flatMap((arg, at) => {
    if (arg === '--project' || arg === '-P') return args[at + 1] ?? [];
    return arg.startsWith('--project=') ? arg.slice('--project='.length) : [];
  });
  return named[0] || env.FIREBASE_PROJECT || (existsSync(file) ? defaultOf(file) : undefined);
}

function defaultOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).projects?.default;
}
