import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adminPanel, button, fillIn, paste, signIn, signInScreen } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { useStoryEnvironment } from '../support/testEnvironment.ts';

describe('a session that is revoked elsewhere', () => {
  let worker: Page;
  let admin: Page;

  const environment = useStoryEnvironment(async ({ server, signedIn }) => {
    storeMappings(server, { 'PREMIER INN': '6200' });
    const person = server.admin;
    [worker, admin] = await Promise.all([signedIn(person), signedIn(person)]);
  });

  it('leads to the sign-in screen, and keeps the pasted text for whoever signs in again', async () => {
    const { email } = environment.server.admin;
    await paste(worker, 'PREMIER INN LEEDS\nsecond line');
    await worker.getByRole('grid').getByText('second line').waitFor();

    await admin.goto(environment.server.url('/admin'));
    await adminPanel(admin);
    await button(admin, `Edit ${email}`).click();
    await fillIn(admin, { 'New Password (optional)': 'another good one' });
    await button(admin, 'Update User').click();
    await admin.getByText('Successfully updated user').waitFor();

    await signInScreen(worker);
    await signIn(worker, { email, password: 'another good one' });
    await worker.getByRole('grid').getByText('second line').waitFor();
    expect(await worker.getByRole('textbox', { name: 'Descriptions, one per line' }).inputValue()).toBe(
      'PREMIER INN LEEDS\nsecond line',
    );
  });

  it('is forgotten with its text at Logout, by the server too', async () => {
    const signedOut = worker.waitForResponse((answer) => answer.url().endsWith('/account/signOut'));
    await button(worker, 'Logout').click();
    expect((await signedOut).status()).toBe(200);
    await signInScreen(worker);
    // The limits know the browser by its cookie, which the SDK's requests bring.
    const signingIn = worker.waitForRequest('**/accounts:signInWithPassword*');
    await signIn(worker, { ...environment.server.admin, password: 'another good one' });
    expect((await (await signingIn).allHeaders())['cookie']).toMatch(/^gl_browser=/);
    const cookies = await worker.context().cookies();
    expect(cookies).toMatchObject([{ name: 'gl_browser', httpOnly: true, sameSite: 'Strict' }]);
    await worker.getByText('Classifier is ready and loaded with custom mappings.').waitFor();
    await worker.getByText('Paste descriptions above to see results here.').waitFor();
  });

  it('ends everywhere at the wish of its owner', async () => {
    await worker.getByRole('button', { name: /^Account of/ }).click();
    await button(worker, 'Sign out everywhere').click();
    await Promise.all([signInScreen(worker), signInScreen(admin)]);
    await signIn(worker, { ...environment.server.admin, password: 'another good one' });
    await worker.getByText('Classifier is ready and loaded with custom mappings.').waitFor();
  });
});
