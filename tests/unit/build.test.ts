import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampledByStage } from '../support/fullRun.ts';
import { itInFull } from '../support/itInFull.ts';

type Build = { neededBy(name: string, args?: readonly string[]): string[] };

const { neededBy }: Build = await import(pathToFileURL('scripts/build.mjs').href);

describe('a program', () => {
  it.each<[string, string[], string[]]>([
    ['server', [], ['server', 'verify', 'app']],
    ['classify', ['--json'], ['classify']],
    ['backup', ['folder'], ['backup']],
    ['grant-admin', ['a@b'], ['grant-admin']],
    ['crash', [], ['crash', 'server']],
    ['bench', [], ['bench']],
    ['bench', ['server'], ['bench', 'server']],
    ['bench', ['start'], ['bench', 'server', 'verify']],
    ['bench', ['year'], ['bench', 'server', 'verify', 'app']],
    ['bench', ['scale'], ['bench', 'server']],
    ['bench', ['list'], ['bench', 'server', 'app']],
    ['bench', ['history-screen'], ['bench', 'server', 'app']],
  ])('%s %j has built for it: %j', (name, args, needed) => {
    expect(neededBy(name, args)).toEqual(needed);
  });

  const unknown = [
    ['build.mjs', 'serverr'],
    ['run.mjs', 'serverr'],
    ['run.mjs', ''],
    ['run.mjs', 'app'],
  ] as const;
  it.each(sampledByStage(unknown, 2))(
    'that does not exist is refused by name, with the known ones (%s "%s")',
    (script, name) => {
      const { status, stderr } = spawnSync(process.execPath, [join('scripts', script), name], {
        encoding: 'utf8',
      });
      expect(status).toBe(1);
      expect(stderr).toMatch(
        new RegExp(`^There is no program "${name}"\\. Known names: .*server, backup, [^\\n]+\\.\\n$`),
      );
    },
  );
});

describe('the build of one program', () => {
  let project: string;
  beforeEach(() => {
    project = realpathSync(mkdtempSync(join(tmpdir(), 'gl-build-')));
    for (const file of ['scripts/build.mjs', 'vite.node.config.ts', 'package.json', 'package-lock.json'])
      cpSync(file, join(project, file));
    symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
    write('server/main.ts', "import { word } from './word.ts';\nconsole.log(word);\n");
    write('server/word.ts', "export const word: string = 'first';\n");
    write('cli/classify.ts', "console.log('classify');\n");
  });
  afterEach(() => rmSync(project, { recursive: true }));

  function write(file: string, text: string): void {
    mkdirSync(join(project, file, '..'), { recursive: true });
    writeFileSync(join(project, file), text);
  }

  /** What the build of the server reports on standard error. */
  function build(): string {
    const script = join(project, 'scripts/build.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, 'server'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    return stderr;
  }

  const run = () =>
    spawnSync(process.execPath, [join(project, 'dist/node/server.js')], { encoding: 'utf8' }).stdout;

  it('builds that one alone, and again only when one of its own sources has changed', () => {
    expect(build()).toBe('Building dist/node/server.js …\n');
    expect([run(), existsSync(join(project, 'dist/node/classify.js'))]).toEqual(['first\n', false]);
    write('cli/classify.ts', "console.log('changed');\n");
    expect(build()).toBe('');
    write('server/word.ts', "export const word: string = 'second';\n");
    expect(build()).toBe('Building dist/node/server.js …\n');
    expect(run()).toBe('second\n');
  });

  itInFull('builds again when a source is gone', () => {
    build();
    write('server/main.ts', "console.log('alone');\n");
    rmSync(join(project, 'server/word.ts'));
    expect(build()).toBe('Building dist/node/server.js …\n');
    expect(run()).toBe('alone\n');
  });
});
