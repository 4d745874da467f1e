import { chromium } from 'playwright-core';
import { launchOptions } from '../launchOptions.ts';
import { type Engine, QUESTION_LIMIT_MS } from './Engine.ts';

/** Chromium, over the protocol of its developer tools. */
export async function startChromium(): Promise<Engine> {
  const browser = await chromium.launch(launchOptions());
  // Without windows it refuses the clipboard unless it is told that the person has allowed it.
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await browser.newPage({ viewport: { width: 1300, height: 850 }, permissions });
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(error.stack ?? String(error)));
  return {
    version: `Chromium ${browser.version()}`,
    tab: {
      goTo: async (url) => void (await page.goto(url)),
      evaluate: (run, argument) => page.evaluate(`(${run})(${JSON.stringify(argument)})`),
      clickAt: (x, y) => page.mouse.click(x, y),
      press: (chord) => page.keyboard.press(chord),
      type: (text) => page.keyboard.type(text),
      async acceptQuestion(act) {
        const asked = page.waitForEvent('dialog', { timeout: QUESTION_LIMIT_MS });
        const done = asked.then((dialog) => dialog.accept());
        await act();
        await done;
        return (await asked).message();
      },
      picture: () => page.screenshot(),
      errors: async () => errors,
    },
    close: () => browser.close(),
  };
}
