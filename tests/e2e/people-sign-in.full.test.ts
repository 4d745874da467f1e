import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { authFailureText } from '#model/authFailure.ts';
import { messages } from '#model/text/messages.ts';
import { mailedLink } from '../support/mailbox.ts';
import {
  adminPanel,
  button,
  classifier,
  fillIn,
  says,
  signIn,
  signInScreen,
  tryToSignIn,
} from '../support/screens.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

const environment = useTestEnvironment();

/** Waits until exactly this is announced as an error. */
async function expectAlert(page: Page, text: string): Promise<void> {
  const announced = async () => (await page.getByRole('alert').allInnerTexts()).join('').trim();
  await expect.poll(announced).toBe(text);
}

const failureText = (failure: Parameters<typeof authFailureText>[0]) => authFailureText(failure, '') ?? '';

it('what the page is given as text becomes neither an element nor a script', async () => {
  const page = await environment.visitor();
  await signInScreen(page);
  const outcomes = await page.evaluate(() => {
    const attempt = (work: () => unknown) => {
      try {
        work();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const element = document.createElement('div');
    const script = document.createElement('script');
    return {
      html: attempt(() => {
        element.innerHTML = '<img src="x" onerror="alert(1)">';
      }),
      text: attempt(() => {
        element.innerHTML = 'a & b';
      }),
      scriptText: attempt(() => {
        script.textContent = 'alert(1)';
      }),
      scriptAddress: attempt(() => {
        script.src = '/colour-scheme.js';
      }),
      worker: attempt(() => new Worker('/colour-scheme.js')),
      foreignWorker: attempt(() => new Worker('https://other.example/assets/ledger.worker-x.js')),
    };
  });
  expect(outcomes).toEqual({
    html: 'TypeError',
    text: 'done',
    scriptText: 'TypeError',
    scriptAddress: 'TypeError',
    worker: 'TypeError',
    foreignWorker: 'TypeError',
  });
  // The visitors of all other tests leave none there.
  expect(environment.takeRefusedByPolicy()).toHaveLength(5);
});

describe('a session', () => {
  it('survives a reload, and ends in all tabs at once', async () => {
    const page = await environment.signedIn(environment.server.admin);
    await page.reload();
    await classifier(page);
    const second = await page.context().newPage();
    await second.goto(environment.server.url('/admin'));
    await adminPanel(second);
    await button(page, 'Logout').click();
    await Promise.all([signInScreen(page), signInScreen(second)]);
    expect(new URL(second.url()).pathname).toBe('/admin');
    await signIn(page, environment.server.admin);
    await Promise.all([classifier(page), adminPanel(second)]);
  });

  // A tab reads the stored session, requests its account from the server, and stores the answer; its workers do the same.
  it.each([
    ['a tab', 0],
    ['a worker', 1],
  ] as const)('that has ended is not brought back by %s that was just starting', async (_who, passed) => {
    const page = await environment.signedIn(environment.server.admin);
    let asked = 0;
    let release = () => {};
    const isOut = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.context().route('**/accounts:lookup*', async (route) => {
      if (asked++ >= passed) await isOut;
      await route.continue();
    });
    const second = await page.context().newPage();
    await second.goto(environment.server.url('/admin'));
    await expect.poll(() => asked).toBeGreaterThan(passed);
    await button(page, 'Logout').click();
    await signInScreen(page);
    release();
    await signInScreen(second);
    // The stored session decides who is signed in when it is read again.
    await Promise.all([page.reload(), second.reload()]);
    await Promise.all([signInScreen(page), signInScreen(second)]);
  });
});

describe('a forgotten password', () => {
  it('is replaced by the mailed link: the old one is refused, other sessions end, the link is used up', async () => {
    const dan = await environment.server.addUser('dan@example.com');
    const [elsewhere, page] = await Promise.all([environment.signedIn(dan), environment.visitor()]);
    await classifier(elsewhere);
    await button(page, 'Sign in with Password').click();
    await fillIn(page, { Email: dan.email });
    await button(page, 'Forgot your password?').click();
    await button(page, 'Send Reset Link').click();
    await says(page, 'Check your email');

    const link = await mailedLink(environment.server.dataDir, dan.email, 'resetPassword');
    await page.goto(link);
    await fillIn(page, { 'New password': 'the new one', 'Confirm password': 'the new one' });
    await button(page, 'Save password').click();
    await says(page, 'Your password is changed');

    await elsewhere.reload();
    await signInScreen(elsewhere);
    await tryToSignIn(elsewhere, dan);
    await expectAlert(elsewhere, failureText('wrong-credentials'));
    await page.getByRole('link', { name: 'Go to the Classifier' }).click();
    await signIn(page, { ...dan, password: 'the new one' });
    await classifier(page);
    await page.goto(link);
    await says(page, 'This link does not work');
    await says(page, failureText('link-invalid'));
  });
});

describe('Google', () => {
  async function openPopup(page: Page): Promise<Page> {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      button(page, 'Sign in with Google').click(),
    ]);
    await popup.waitForLoadState();
    return popup;
  }
  async function choose(popup: Page, email: string, name = ''): Promise<void> {
    await fillIn(popup, { Email: email, Name: name });
    await button(popup, 'Sign in').click();
  }

  it('says nothing when its window is closed, and can be tried again', async () => {
    // The SDK waits ten seconds for a window that is gone.
    const page = await environment.visitor('/', (visitor) => visitor.clock.install());
    const warned = page.waitForEvent('console', (message) => message.text().includes('window was closed'));
    await (await openPopup(page)).close();
    let hasWarned = false;
    void warned.then(() => {
      hasWarned = true;
    });
    await expect
      .poll(async () => {
        await page.clock.fastForward(3000);
        return hasWarned;
      })
      .toBe(true);
    await expectAlert(page, '');
    await choose(await openPopup(page), 'gus@example.com');
    await says(page, messages.noAccess('gus@example.com'));
  });
});
