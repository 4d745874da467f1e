import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { authFailureText } from '#model/authFailure.ts';
import { messages } from '#model/text/messages.ts';
import { expectAlert, expectFaults, type Faults } from '../support/faults.ts';
import { countMails, mailedLink } from '../support/mailbox.ts';
import {
  adminPanel,
  button,
  classifier,
  fillIn,
  register,
  says,
  signIn,
  signInScreen,
  tryToSignIn,
} from '../support/screens.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

const environment = useTestEnvironment();

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

describe('the forms say at each field what is missing, and ask nobody', () => {
  async function withoutRequests(page: Page, work: () => Promise<void>): Promise<void> {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await work();
    expect(asked.filter((url) => url.includes('identitytoolkit'))).toEqual([]);
  }

  it('to sign in', async () => {
    const page = await environment.visitor();
    await button(page, 'Sign in with Password').click();
    await withoutRequests(page, async () => {
      await button(page, 'Sign In').click();
      await expectFaults(page, { Email: messages.emailInvalid, Password: messages.passwordMissing });
      await fillIn(page, { Email: 'nobody', Password: 'x' });
      await button(page, 'Sign In').click();
      await expectFaults(page, { Email: messages.emailInvalid, Password: '' });
    });
  });

  it('to register', async () => {
    const page = await environment.visitor();
    await button(page, 'Sign in with Password').click();
    await button(page, 'Need an account? Register').click();
    const cases: [fields: Record<string, string>, faults: Faults][] = [
      [{}, { Email: messages.emailInvalid, Password: messages.passwordTooShort, 'Confirm password': '' }],
      [
        { Email: 'new@example.com', Password: '12345', 'Confirm password': '12345' },
        { Email: '', Password: messages.passwordTooShort, 'Confirm password': '' },
      ],
      [
        { Password: '123456', 'Confirm password': '123457' },
        { Email: '', Password: '', 'Confirm password': messages.passwordsDiffer },
      ],
    ];
    await withoutRequests(page, async () => {
      for (const [fields, faults] of cases) {
        await fillIn(page, fields);
        await button(page, 'Create Account').click();
        await expectFaults(page, faults);
      }
    });
    await button(page, 'Already have an account? Sign In').click();
    await button(page, 'Sign In').waitFor();
  });

  it('to have a link mailed', async () => {
    const page = await environment.visitor();
    await button(page, 'Sign in with Password').click();
    await button(page, 'Forgot your password?').click();
    await withoutRequests(page, async () => {
      await button(page, 'Send Reset Link').click();
      await expectFaults(page, { Email: messages.emailInvalid });
    });
    await button(page, 'Back to Sign In').click();
    await button(page, 'Sign In').waitFor();
  });
});

describe('signing in', () => {
  it('explains a wrong password and an unknown address alike, as an alert', async () => {
    const page = await environment.visitor();
    await tryToSignIn(page, { ...environment.server.admin, password: 'not this' });
    await expectAlert(page, failureText('wrong-credentials'));
    await fillIn(page, { Email: 'nobody@example.com' });
    await button(page, 'Sign In').click();
    await expectAlert(page, failureText('wrong-credentials'));
  });

  it('refuses to register an address twice', async () => {
    const page = await environment.visitor();
    await button(page, 'Sign in with Password').click();
    await button(page, 'Need an account? Register').click();
    const { email } = environment.server.admin;
    const password = 'not a common one';
    await fillIn(page, { Email: email.toUpperCase(), Password: password, 'Confirm password': password });
    await button(page, 'Create Account').click();
    await expectAlert(page, failureText('email-in-use'));
  });

  it('says when the server cannot be reached', async () => {
    const page = await environment.visitor();
    await page.route('**/identitytoolkit.googleapis.com/**', (route) => route.abort());
    await tryToSignIn(page, environment.server.admin);
    await expectAlert(page, failureText('offline'));
  });
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

  it('writes the last login once per sign-in of someone allowed', async () => {
    const person = await environment.server.addUser('once@example.com');
    const lastLogin = () => {
      const record = environment.server.services().documents.readDocument(['users', person.email]);
      return record?.['lastLogin']?.['stringValue'];
    };
    expect(lastLogin()).toBeUndefined();
    const page = await environment.signedIn(person);
    await expect.poll(lastLogin).toBeDefined();
    const first = lastLogin();
    await page.reload();
    await classifier(page);
    const tab = await page.context().newPage();
    await tab.goto(environment.server.origin);
    await classifier(tab);
    await tab.close();
    // The counter is read after the record: what the reload writes would have been written by now.
    await says(page, 'Your description count');
    expect(lastLogin()).toBe(first);
    await button(page, 'Logout').click();
    await signIn(page, person);
    await expect.poll(lastLogin).not.toBe(first);
  });

  it('goes to no page for admins with others, and from an unknown address to the classifier', async () => {
    const page = await environment.signedIn(await environment.server.addUser('plain@example.com'), '/admin');
    await classifier(page);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goto(environment.server.url('/no/such/page'));
    await classifier(page);
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

describe('a forgotten password', () => {
  it('says the same for an address that nobody has, and mails nothing', async () => {
    const page = await environment.visitor();
    await button(page, 'Sign in with Password').click();
    await button(page, 'Forgot your password?').click();
    await fillIn(page, { Email: 'unknown@example.com' });
    await button(page, 'Send Reset Link').click();
    await says(page, 'Check your email');
    expect(await countMails(environment.server.dataDir, 'unknown@example.com', 'resetPassword')).toBe(0);
  });

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
    await fillIn(page, { 'New password': '12345', 'Confirm password': '123456' });
    await button(page, 'Save password').click();
    await expectFaults(page, {
      'New password': messages.passwordTooShort,
      'Confirm password': messages.passwordsDiffer,
    });
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

  it('signs in through its window; the name goes into the application', async () => {
    const page = await environment.visitor();
    await choose(await openPopup(page), 'fay@example.com', 'Fay Gold');
    await says(page, messages.noAccess('fay@example.com'));
    await button(page, 'Apply for Access').click();
    await says(page, messages.applied);
    const admin = await environment.admin();
    await admin.getByRole('row', { name: 'fay@example.com Fay Gold' }).waitFor();
  });

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

  it('vouches for an address: who registered it first without proof is out, the owner is in', async () => {
    const email = 'vip@example.com';
    const squatter = await environment.visitor();
    await register(squatter, { email, password: 'of the squatter' });
    const page = await environment.visitor();
    await choose(await openPopup(page), email, 'The Owner');
    await says(page, messages.noAccess(email));
    await squatter.reload();
    await signInScreen(squatter);
    await tryToSignIn(squatter, { email, password: 'of the squatter' });
    await expectAlert(squatter, failureText('wrong-credentials'));
  });
});
