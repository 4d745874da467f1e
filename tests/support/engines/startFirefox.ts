import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { type Engine, QUESTION_LIMIT_MS, type Tab } from './Engine.ts';
import { chordActions, clickActions, typingActions } from './keys.ts';
import { startProcess } from './startProcess.ts';

/** Nothing but the pages of the test: no start page, no update, no report. */
const PREFERENCES = {
  'browser.startup.page': 0,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'app.update.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

/** Firefox ESR, over WebDriver BiDi, which it speaks by itself. */
export async function startFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'gl-firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const browser = startProcess('firefox-esr', [
    ...['--headless', '--no-remote', '--profile', profile, '--width', '1300', '--height', '900'],
    ...['--remote-debugging-port', '0'],
  ]);
  const close = async () => {
    await browser.end();
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    const address = await browser.printed(/WebDriver BiDi listening on (ws:\S+)/);
    const connection = await connect(`${address}/session`);
    const { capabilities } = (await connection.call('session.new', {
      capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'ignore' } } },
    })) as { capabilities: { browserVersion: string } };
    return { tab: await openTab(connection), version: `Firefox ${capabilities.browserVersion}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Message = {
  id?: number;
  method?: string;
  params?: never;
  result?: unknown;
  error?: string;
  message?: string;
};
type Connection = {
  call(method: string, params: object): Promise<unknown>;
  on(method: string, listener: (params: Record<string, unknown>) => void): void;
};

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<number, (message: Message) => void>();
  const listeners: [string, (params: never) => void][] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    for (const [method, listener] of listeners)
      if (method === message.method) listener(message.params as never);
  });
  socket.on('close', () => {
    for (const answer of waiting.values()) answer({ error: 'Firefox has ended' });
  });
  let last = 0;
  return {
    on: (method, listener) => void listeners.push([method, listener]),
    call: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, ({ result, error, message }) => {
          waiting.delete(id);
          if (error === undefined) resolve(result);
          else reject(new Error(`${method}: ${error} ${message ?? ''}`));
        });
        socket.send(JSON.stringify({ id, method, params }));
      }),
  };
}

async function openTab(connection: Connection): Promise<Tab> {
  const { context } = (await connection.call('browsingContext.create', { type: 'tab' })) as {
    context: string;
  };
  await connection.call('session.subscribe', {
    events: ['log.entryAdded', 'browsingContext.userPromptOpened'],
  });
  const errors: string[] = [];
  connection.on('log.entryAdded', ({ level, text, stackTrace }) => {
    if (level === 'error') errors.push(`${text} ${JSON.stringify(stackTrace ?? '')}`);
  });
  const act = async (actions: object[]) =>
    void (await connection.call('input.performActions', { context, actions }));
  return {
    goTo: async (url) =>
      void (await connection.call('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async (run, argument) =>
      readAnswer(await connection.call('script.callFunction', callOf(context, run, argument))) as never,
    clickAt: (x, y) => act(clickActions(x, y)),
    press: (chord) => act(chordActions(chord)),
    type: (text) => act(typingActions(text)),
    async acceptQuestion(doIt) {
      const asked = new Promise<string>((resolve, reject) => {
        connection.on('browsingContext.userPromptOpened', ({ message }) => resolve(String(message)));
        setTimeout(() => reject(new Error('There was no native question')), QUESTION_LIMIT_MS).unref();
      });
      const done = doIt();
      const text = await asked;
      await connection.call('browsingContext.handleUserPrompt', { context, accept: true });
      await done;
      return text;
    },
    async picture() {
      const { data } = (await connection.call('browsingContext.captureScreenshot', { context })) as {
        data: string;
      };
      return Buffer.from(data, 'base64');
    },
    errors: async () => errors,
  };
}

/** Argument and answer as JSON texts: BiDi has a form of its own for everything else. */
function callOf(context: string, run: (argument: never) => unknown, argument: unknown): object {
  return {
    functionDeclaration: `(text) => JSON.stringify((${run})(JSON.parse(text)) ?? null)`,
    arguments: [{ type: 'string', value: JSON.stringify(argument) }],
    target: { context },
    awaitPromise: false,
    userActivation: false,
  };
}

function readAnswer(answer: unknown): unknown {
  const { result, exceptionDetails } = answer as {
    result?: { value: string };
    exceptionDetails?: { text: string };
  };
  if (result === undefined) throw new Error(`In the page: ${exceptionDetails?.text}`);
  return JSON.parse(result.value);
}
