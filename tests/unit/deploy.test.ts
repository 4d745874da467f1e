import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../support/testFolder.ts';

type FirebaseTools = {
  chosenProject(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    file?: string,
  ): string | undefined;
};

const { chosenProject }: FirebaseTools = await import(pathToFileURL('scripts/firebaseTools.mjs').href);

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

/** Runs a script of ours in the empty folder, with programs of our own first on the path. */
function run(script: string, args: readonly string[] = []) {
  return spawnSync(process.execPath, [resolve('scripts', script), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, FIREBASE_PROJECT: '', PATH: `${folder}${delimiter}${process.env['PATH']}` },
  });
}

/** A program that notes how it was called, and prints `text` on standard error. */
function standIn(name: string, text = ''): () => string {
  const note = join(folder, `${name}.called`);
  writeFileSync(join(folder, name), `#!/bin/sh\necho "$@" > '${note}'\necho '${text}' >&2\n`);
  chmodSync(join(folder, name), 0o755);
  return () => readFileSync(note, 'utf8').trim();
}

describe('the project to deploy to', () => {
  it.each([[['--project', 'a']], [['--project=a', '--dry-run']], [['-P', 'a']]])(
    'is the one that %j names',
    (args) => {
      expect(chosenProject(args, { FIREBASE_PROJECT: 'b' })).toBe('a');
    },
  );

  it('is else that of the environment, else the default that "firebase use" has written', () => {
    const file = join(folder, '.firebaserc');
    writeFileSync(file, JSON.stringify({ projects: { default: 'c' } }));
    expect(chosenProject([], { FIREBASE_PROJECT: 'b' }, file)).toBe('b');
    expect(chosenProject([], {}, file)).toBe('c');
  });

  it('has to be chosen: without one nothing is built or deployed, and it is said how', () => {
    const { status, stderr } = run('deploy.mjs');
    expect(status).toBe(1);
    expect(stderr).toMatch(/No Firebase project is chosen.*--project ID.*firebase-tools use ID/s);
    expect(stderr).not.toContain('Building');
  });

  it('is not asked for by somebody who asks for help', () => {
    const { status, stdout, stderr } = run('deploy.mjs', ['--help']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: npm run deploy -- \[--project ID\]/);
  });
});

// A shell script stands in for the programs.
describe.skipIf(process.platform === 'win32')('the development server on Google’s emulators', () => {
  it('is refused on a Java that they do not take', () => {
    standIn('java', 'openjdk version "17.0.15" 2025-04-15');
    const { status, stderr } = run('firebaseEmulators.mjs');
    expect(status).toBe(1);
    expect(stderr).toMatch(/need Java 21 or newer; this is Java 17.*npm run dev/s);
  });

  it('starts the three emulators on a project that cannot be a real one', () => {
    standIn('java', 'openjdk version "21.0.1" 2023-10-17');
    const called = standIn('npx');
    expect(run('firebaseEmulators.mjs').status).toBe(0);
    expect(called()).toMatch(/^--yes firebase-tools@\d+ emulators:exec --project=demo-gl-classifier /);
    expect(called()).toContain('--only=auth,firestore,database');
    expect(called()).toContain('--mode emulators');
  });
});
