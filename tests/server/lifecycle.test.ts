import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig, type ServerConfig } from '#server/config.ts';
import { StartError } from '#server/StartError.ts';
import { announcement, type RunningServer, startServer } from '#server/server.ts';
import { itInFull } from '../support/itInFull.ts';
import { postJson } from '../support/post.ts';
import { testFolder } from '../support/testFolder.ts';

/** The program as `npm start` runs it, built first when its sources are newer. */
const PROGRAM = ['scripts/run.mjs', 'server'];
let folder: string;
const running = new Set<ChildProcess>();
const serving: RunningServer[] = [];

beforeEach(() => {
  folder = testFolder();
});
afterEach(async () => {
  for (const server of serving.splice(0)) await server.stop();
  for (const child of running) child.kill('SIGKILL');
});

type Run = { readonly child: ChildProcess; output(): string; readonly ended: Promise<number | null> };

function run(
  args: readonly string[] = [],
  env: Record<string, string> = {},
  program = PROGRAM,
  cwd = process.cwd(),
): Run {
  const settings = {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
    HOST: '',
  };
  const child = spawn(process.execPath, [...program, ...args], {
    cwd,
    env: { ...process.env, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return { child, output: () => output, ended };
}

/** Runs the program until it prints its last line of the start. */
async function started(
  args: readonly string[] = [],
  env: Record<string, string> = {},
  file = PROGRAM,
  cwd = process.cwd(),
) {
  const program = run(args, env, file, cwd);
  await new Promise<void>((resolve, reject) => {
    program.child.stdout?.on('data', () => {
      if (program.output().includes('Ctrl+C')) resolve();
    });
    program.ended.then((code) => reject(new Error(`ended with ${code}: ${program.output()}`)), reject);
  });
  const origin = /ready: (http:\S+)/.exec(program.output())?.[1] ?? '';
  return { ...program, origin };
}

/** The settings that a program with these arguments would run with. */
const settings = (args: readonly string[], env: Record<string, string> = {}): ServerConfig => ({
  ...readConfig(args, { PORT: '0', DATA_DIR: join(folder, 'data'), ...env }),
  scrypt: { cost: 4, r: 1, p: 1 },
  log: () => {},
});

/** What a server in this process prints once it listens, and where it is. */
async function serve(args: readonly string[] = [], env: Record<string, string> = {}) {
  const config = settings(args, env);
  const server = await startServer(config);
  serving.push(server);
  return { ...server, output: announcement(server, config.dataDir) };
}

/** Why it does not start, in the one line that the program prints. */
async function refusal(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const reason = await serve(args, env).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(reason instanceof StartError)) throw reason ?? new Error('It has started.');
  expect(reason.message).not.toContain('\n');
  return reason.message;
}

const signIn = (origin: string, email: string, password: string) =>
  postJson(`${origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x`, {
    email,
    password,
    returnSecureToken: true,
  });

describe('the first start', () => {
  it('makes an administrator, shows the password once, and loads the sample list', async () => {
    const first = await started();
    const password = /with the password (\S+)/.exec(first.output())?.[1] ?? '';
    expect(first.output()).toMatch(/sample list of \d{3} mappings/);
    expect(first.output()).not.toMatch(/seal/i);
    expect((await signIn(first.origin, 'admin@example.com', password)).status).toBe(200);
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);

    const second = await started();
    expect(second.output()).not.toContain('password');
    expect((await signIn(second.origin, 'admin@example.com', password)).status).toBe(200);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  it('names the accounts of the sample list, in the chart’s own log', async () => {
    const { services } = await serve();
    expect(services.tree.read('gl_accounts/6110')).toEqual({ code: '6110', name: 'Rent' });
    const entries = Object.values(services.tree.read('gl_accounts_history') as object);
    expect(entries).toMatchObject([{ kind: 'import', by: { uid: 'server' }, seq: 1 }]);
  });

  it('takes the administrator from the environment, and no list with --empty', async () => {
    const program = await serve(['--empty'], {
      ADMIN_EMAIL: 'Chief@Example.com',
      ADMIN_PASSWORD: 'given one',
    });
    expect(program.output).not.toContain('given one');
    expect(program.output).not.toContain('sample');
    expect(program.services.tree.read('gl_accounts')).toBeNull();
    expect((await signIn(program.origin, 'chief@example.com', 'given one')).status).toBe(200);
  });

  it('has not happened when the port was taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    await refusal([], { PORT: String((other.address() as AddressInfo).port) });
    other.close();
    expect((await serve()).output).toContain('with the password');
  });
});

it.each([['scripts/run.mjs', 'server'], ['dist/node/server.js']])(
  'started by %s from another folder, it finds its pages; the data are there',
  async (...program) => {
    const file = program.map((arg) => (arg.includes('/') ? resolve(arg) : arg));
    const { origin, output } = await started([], { DATA_DIR: '' }, file, folder);
    const page = await fetch(origin);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
    expect(output()).toContain(`kept in ${join(realpathSync(folder), '.data')}.`);
  },
);

describe('a start that cannot succeed says why in one line', () => {
  it('and the program ends with 1', async () => {
    const program = run(['--prot']);
    expect(await program.ended).toBe(1);
    const lines = program.output().trim().split('\n');
    expect(lines.filter((line) => !line.startsWith('Building'))).toEqual([
      expect.stringMatching(/^Unknown option --prot/),
    ]);
  });

  it('port taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await refusal([], { PORT: String(port) })).toMatch(new RegExp(`Port ${port} .* is taken`));
    other.close();
  });

  it.each(['/dev/null/data', '/proc/none/data'])('data folder that cannot be made: %s', async (path) => {
    expect(await refusal([], { DATA_DIR: path })).toMatch(/cannot be written/);
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['unknown option', ['--prot'], {}, /Unknown option --prot/],
    ['port that is no number', [], { PORT: '80a' }, /PORT=80a/],
    ['port out of range', [], { PORT: '70000' }, /PORT=70000/],
    ['open to others without an address', [], { HOST: '0.0.0.0' }, /--public-url/],
    ['no public address', ['--public-url'], {}, /--public-url/],
    ['public address with a path', ['--public-url', 'https://x.example/app'], {}, /without a path/],
    ['administrator without an address', [], { ADMIN_EMAIL: 'chief' }, /ADMIN_EMAIL=chief/],
    ['administrator with a short password', [], { ADMIN_PASSWORD: '12345' }, /at least 6/],
    ['mail server without a sender', [], { SMTP_URL: 'smtp://localhost' }, /MAIL_FROM/],
    ['mail server with a wrong scheme', [], { SMTP_URL: 'http://u:secret@x', MAIL_FROM: 'a@b' }, /SMTP_URL/],
  ])('%s', async (_name, args, env, message) => {
    const line = await refusal(args, env);
    expect(line).toMatch(message);
    expect(line).not.toContain('secret');
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});

describe('a killed server', () => {
  it('leaves its data complete and its folder free', async () => {
    const env = { ADMIN_PASSWORD: 'given one' };
    const first = await started(['--empty'], env);
    const body = { email: 'p@example.com', password: 'some password', returnSecureToken: true };
    await postJson(`${first.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x`, body);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await started(['--empty'], env);
    expect((await signIn(second.origin, 'p@example.com', 'some password')).status).toBe(200);
  });
});

describe('the development server', () => {
  itInFull('has the same backend on its own port', async () => {
    const program = await started([], { ADMIN_PASSWORD: 'given one' }, ['node_modules/vite/bin/vite.js']);
    expect((await signIn(program.origin, 'admin@example.com', 'given one')).status).toBe(200);
    expect(await (await fetch(program.origin)).text()).toContain('/src/main.tsx');
    expect((await fetch(`${program.origin}/@vite/client`)).status).toBe(200);
    expect((await fetch(`${program.origin}/model/tsconfig.json`)).status).toBe(200);
    const socket = new WebSocket(`${program.origin.replace('http', 'ws')}/.ws?v=5&ns=gl-classifier`);
    const [greeting] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(greeting.toString())).toMatchObject({ t: 'c', d: { t: 'h' } });
    socket.terminate();
  });
});

it('--help explains the options and starts nothing', async () => {
  const program = run(['--help']);
  expect(await program.ended).toBe(0);
  expect(program.output()).toContain('--public-url');
  expect(existsSync(join(folder, 'data'))).toBe(false);
});
