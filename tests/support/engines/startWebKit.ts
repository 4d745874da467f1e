import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Engine, QUESTION_LIMIT_MS, type Tab } from './Engine.ts';
import { chordActions, clickActions, typingActions } from './keys.ts';
import { type Started, startProcess } from './startProcess.ts';

/** WebKitGTK's small browser, the only one that its driver starts; Debian has it beside the engine. */
function miniBrowser(): string {
  const libraries = readdirSync('/usr/lib').filter((folder) => folder.endsWith('-linux-gnu'));
  const found = libraries
    .flatMap((folder) =>
      readdirSync(join('/usr/lib', folder)).map((entry) => join('/usr/lib', folder, entry)),
    )
    .find((folder) => /\/webkit2gtk-[\d.]+$/.test(folder) && readdirSync(folder).includes('MiniBrowser'));
  if (found === undefined) throw new Error('There is no MiniBrowser: install webkit2gtk-driver.');
  return join(found, 'MiniBrowser');
}

/** WebKit, the engine of Safari, over WebDriver; it has no mode without windows, so there is a screen for it alone. */
export async function startWebKit(): Promise<Engine> {
  const screen = startProcess('Xvfb', [
    '-displayfd',
    '1',
    '-screen',
    '0',
    '1400x1000x24',
    '-nolisten',
    'tcp',
  ]);
  const display = `:${await screen.printed(/^(\d+)\n/m)}`;
  const port = await freePort();
  const driver = startProcess('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: display,
    GDK_BACKEND: 'x11',
  });
  const close = async () => {
    await driver.end();
    await screen.end();
  };
  try {
    const address = `http://127.0.0.1:${port}`;
    await untilItAnswers(address, driver);
    const { sessionId, capabilities } = await newSession(address);
    const session = `${address}/session/${sessionId}`;
    await call('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1300, height: 900 });
    const version = `WebKit ${capabilities.browserVersion}`;
    return {
      tab: createTab(session),
      version,
      async close() {
        await call('DELETE', session).catch(() => {});
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function createTab(session: string): Tab {
  const post = (path: string, body: object = {}) => call('POST', `${session}/${path}`, body);
  const evaluate: Tab['evaluate'] = async (run, argument) =>
    (await post('execute/sync', { script: `return (${run})(arguments[0])`, args: [argument] })) as never;
  const act = async (actions: object[]) => void (await post('actions', { actions }));
  return {
    async goTo(url) {
      await post('url', { url });
      await evaluate(noteErrors, null);
    },
    evaluate,
    clickAt: (x, y) => act(clickActions(x, y)),
    press: (chord) => act(chordActions(chord)),
    type: (text) => act(typingActions(text)),
    async acceptQuestion(doIt) {
      const done = doIt();
      const text = String(await untilThere(() => call('GET', `${session}/alert/text`)));
      await post('alert/accept');
      await done;
      return text;
    },
    picture: async () => Buffer.from(String(await call('GET', `${session}/screenshot`)), 'base64'),
    errors: () => evaluate(notedErrors, null),
  };
}

type Noting = Window & { notedErrors?: string[] };

/** WebKit's driver does not give the console: the page notes what comes there from now on. */
function noteErrors(): void {
  const noted: string[] = [];
  (window as Noting).notedErrors = noted;
  const { error } = console;
  console.error = (...values: unknown[]) => {
    noted.push(values.join(' '));
    error(...values);
  };
  addEventListener('error', ({ message, filename }) => noted.push(`${message} (${filename})`));
  addEventListener('unhandledrejection', ({ reason }) => noted.push(`Unhandled: ${reason?.stack ?? reason}`));
}

function notedErrors(): readonly string[] {
  return (window as Noting).notedErrors ?? ['What came to the console was not noted.'];
}

type NewSession = { readonly sessionId: string; readonly capabilities: { readonly browserVersion: string } };

async function newSession(address: string): Promise<NewSession> {
  const options = { binary: miniBrowser(), args: ['--automation'] };
  const alwaysMatch = { 'webkitgtk:browserOptions': options, unhandledPromptBehavior: 'ignore' };
  return (await call('POST', `${address}/session`, { capabilities: { alwaysMatch } })) as NewSession;
}

/** One command of WebDriver. Rejects with what the driver says. */
async function call(method: string, address: string, body?: object): Promise<unknown> {
  const response = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
  if (!response.ok) throw new Error(`${address}: ${value?.error} ${value?.message ?? ''}`);
  return value;
}

async function untilItAnswers(address: string, driver: Started): Promise<void> {
  await untilThere(() => {
    if (driver.child.exitCode !== null) throw new Error(`The driver has ended:\n${driver.output()}`);
    return call('GET', `${address}/status`);
  });
}

/** Asks again until there is an answer. */
async function untilThere<T>(ask: () => Promise<T>, limit = QUESTION_LIMIT_MS): Promise<T> {
  const end = Date.now() + limit;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
