/// <reference lib="dom" />
import type { CDPSession, Page } from 'playwright-core';

/** What somebody hears who does not see the screen, as far as the browser tells a screen reader. */
export type ScreenReader = {
  /** Installs the listening; before the page is loaded. */
  readonly prepare: (page: Page) => Promise<unknown>;
  /** Presses keys one after another, each time waiting for what they do to settle, and notes what has the focus then. */
  press(page: Page, ...keys: readonly string[]): Promise<void>;
  /** Presses `key` until an element of this role and name has the focus, and notes that one. Throws when it never has. */
  tabTo(page: Page, role: string, name: string | RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void>;
  /** Waits until a live region has said it since the last call of `heard`. */
  untilSaid(page: Page, text: string | RegExp): Promise<void>;
  /** Everything since the last call, the present focus last: live regions as `says: …`, a focus as `role "name" = value (states)`. */
  heard(page: Page): Promise<readonly string[]>;
};

/** More stops than any screen has. */
const MAX_STOPS = 120;

export function createScreenReader(): ScreenReader {
  const sessions = new WeakMap<Page, Promise<CDPSession>>();
  const sessionOf = (page: Page) => {
    const session = sessions.get(page) ?? page.context().newCDPSession(page);
    sessions.set(page, session);
    return session;
  };
  const noteFocus = async (page: Page): Promise<Stop> => {
    const stop = await focusOf(await sessionOf(page));
    await page.evaluate((text) => window.heard.push(text), textOf(stop));
    return stop;
  };
  return {
    prepare: (page) => page.addInitScript(listen),
    async press(page, ...keys) {
      for (const key of keys) {
        await page.keyboard.press(key);
        await settled(page);
        await noteFocus(page);
      }
    },
    async tabTo(page, role, name, key = 'Tab') {
      for (let stops = 0; stops < MAX_STOPS; stops++) {
        const stop = await focusOf(await sessionOf(page));
        if (stop.role === role && isNamed(stop.name, name)) {
          await noteFocus(page);
          return;
        }
        await page.keyboard.press(key);
      }
      throw new Error(`${key} does not reach ${role} ${name}`);
    },
    async untilSaid(page, text) {
      const { source, flags } = typeof text === 'string' ? { source: escaped(text), flags: '' } : text;
      await page.waitForFunction(
        ([pattern, how]) => window.heard.some((line) => new RegExp(pattern, how).test(line)),
        [source, flags] as const,
      );
    },
    async heard(page) {
      const last = textOf(await focusOf(await sessionOf(page)));
      const lines = await page.evaluate(() => window.heard.splice(0));
      return lines.findLast((line) => !line.startsWith('says: ')) === last ? lines : [...lines, last];
    },
  };
}

declare global {
  interface Window {
    /** What was said, in its order. */
    heard: string[];
  }
}

type Stop = {
  readonly role: string;
  readonly name: string;
  readonly value: string;
  readonly states: readonly string[];
};

const SAID_STATES = ['checked', 'expanded', 'selected', 'pressed', 'disabled', 'invalid', 'required'];

function textOf({ role, name, value, states }: Stop): string {
  const parts = [
    role,
    JSON.stringify(name),
    value === '' ? '' : `= ${value}`,
    states.length > 0 ? `(${states.join(', ')})` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** The element with the focus, or the option that its list has active, as the accessibility tree has it. */
async function focusOf(session: CDPSession): Promise<Stop> {
  const expression =
    '(() => { const { activeElement: one } = document; return document.getElementById(one?.getAttribute("aria-activedescendant") ?? "") ?? one; })()';
  const { result } = await session.send('Runtime.evaluate', { expression });
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  });
  const [node] = nodes;
  const states = (node?.properties ?? [])
    .filter(({ name, value }) => SAID_STATES.includes(name) && !['false', ''].includes(String(value.value)))
    .map(({ name, value }) => (String(value.value) === 'true' ? name : `${name} ${value.value}`));
  const description = String(node?.description?.value ?? '');
  return {
    role: String(node?.role?.value ?? ''),
    name: String(node?.name?.value ?? ''),
    value: String(node?.value?.value ?? ''),
    states: description === '' ? states : [...states, description],
  };
}

function isNamed(found: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? found === wanted : wanted.test(found);
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Two frames: React has drawn what the key did, and effects have moved the focus. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** Runs in the page: notes what live regions say. One that appears together with its text says nothing, but an alert does. */
function listen(): void {
  window.heard = [];
  const LIVE = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';
  const last = new WeakMap<Element, string>();
  const known = new WeakSet<Element>();
  const say = (region: Element) => {
    const text = (region as HTMLElement).innerText.replace(/\s+/g, ' ').trim();
    const isNew = !known.has(region);
    known.add(region);
    if (text === '' || last.get(region) === text) {
      last.set(region, text);
      return;
    }
    last.set(region, text);
    if (!isNew || region.getAttribute('role') === 'alert') window.heard.push(`says: ${text}`);
  };
  /** The region around what has changed, and the regions in what has come. */
  const regionsOf = ({ target, addedNodes }: MutationRecord): readonly Element[] => {
    const element = target instanceof Element ? target : target.parentElement;
    const added = [...addedNodes].filter((node) => node instanceof Element);
    const inside = added.flatMap((node) => [node, ...node.querySelectorAll('*')]);
    return [element?.closest(LIVE), ...inside.filter((one) => one.matches(LIVE))].filter(
      (one) => one != null,
    );
  };
  new MutationObserver((mutations) => {
    for (const region of new Set(mutations.flatMap(regionsOf))) say(region);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
