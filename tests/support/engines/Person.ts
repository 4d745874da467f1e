import type { Tab } from './Engine.ts';
import { type Found, findInPage, type Wanted } from './findInPage.ts';

/** Conditions are waited for, on a busy machine too; what is met early costs nothing. Milliseconds. */
const LIMIT_MS = 60_000;
const LOOK_AGAIN_MS = 30;

/** Somebody before the screen: finds things by what they are and how they are called, and uses pointer and keys. */
export type Person = ReturnType<typeof personAt>;

export function personAt(tab: Tab) {
  const look = (wanted: Wanted): Promise<Found | null> => tab.evaluate(findInPage, wanted);
  const find = async (role: Wanted['role'], name: string, isUsable = (_: Found) => true): Promise<Found> => {
    let found: Found | null = null;
    await waitUntil(`the ${role} “${name}”`, async () => {
      found = await look({ role, name });
      return found !== null && isUsable(found);
    });
    return found as unknown as Found;
  };
  const click = async (role: Wanted['role'], name: string): Promise<void> => {
    let before: Found | null = null;
    // Where it stays: a thing that moves would not get the click.
    const { x, y } = await find(role, name, (found) => {
      const stays = before?.x === found.x && before.y === found.y && found.isOnTop;
      before = found;
      return stays;
    });
    await tab.clickAt(x, y);
  };
  const says = (text: string): Promise<void> =>
    waitUntil(`the text “${text}”`, () =>
      tab.evaluate((wanted) => document.body.innerText.includes(wanted), text),
    );
  const typeInto = async (name: string, text: string): Promise<void> => {
    await click('field', name);
    await tab.press('Control+A');
    await tab.type(text);
    await find('field', name, ({ value }) => value === text);
  };
  return {
    find,
    click,
    says,
    typeInto,
    isThere: async (role: Wanted['role'], name: string) => (await look({ role, name })) !== null,
    untilGone: (role: Wanted['role'], name: string) =>
      waitUntil(`no ${role} “${name}”`, async () => (await look({ role, name })) === null),
    /** Brings a text to the clipboard, by the keys, and into the field of this name. */
    async paste(name: string, text: string): Promise<void> {
      await tab.evaluate(openScratch, text);
      await tab.press('Control+C');
      await tab.evaluate(closeScratch, null);
      await click('field', name);
      await tab.press('Control+A');
      await tab.press('Control+V');
    },
    /** What is on the clipboard, by the keys. */
    async clipboard(): Promise<string> {
      await tab.evaluate(openScratch, '');
      await tab.press('Control+V');
      let text = '';
      await waitUntil('a text on the clipboard', async () => {
        text = await tab.evaluate(readScratch, null);
        return text !== '';
      });
      await tab.evaluate(closeScratch, null);
      return text.replaceAll('\r', '');
    },
    async waitUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
      await waitUntil(what, isSo);
    },
  };

  async function waitUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + LIMIT_MS;
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error(`${what}: not within ${LIMIT_MS / 1000} s. ${await state()}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  async function state(): Promise<string> {
    const screen = await tab.evaluate((length) => document.body.innerText.slice(0, length), 3_000);
    return `On the screen:\n${screen}\nConsole:\n${(await tab.errors()).join('\n')}`;
  }
}

function openScratch(text: string): void {
  const scratch = document.createElement('textarea');
  scratch.id = 'scratch';
  scratch.style.cssText = 'position: fixed; top: 0; left: 0; z-index: 9999';
  scratch.value = text;
  document.body.append(scratch);
  scratch.focus();
  scratch.select();
}

function readScratch(): string {
  return document.querySelector<HTMLTextAreaElement>('#scratch')?.value ?? '';
}

function closeScratch(): void {
  document.querySelector('#scratch')?.remove();
}
