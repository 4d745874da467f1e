import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountMessages } from '#model/text/accountMessages.ts';
import { messages } from '#model/text/messages.ts';
import { mailedLink } from '../support/mailbox.ts';
import { productOfFile } from '../support/productOfFile.ts';
import {
  adminBox,
  adminPanel,
  allowBox,
  answerNativeQuestion,
  button,
  classifier,
  comeBack,
  paste,
  register,
  says,
  signIn,
} from '../support/screens.ts';

const ANN = { email: 'ann.lee@example.com', password: 'secret of ann' };

describe('one person, from registration to removal, on the product as it is started', () => {
  const product = productOfFile();
  let admin: Page;
  let ann: Page;

  beforeAll(async () => {
    [admin, ann] = await Promise.all([product.newPage(), product.newPage()]);
    await admin.goto(`${product.url}/admin`);
    await signIn(admin, product.admin);
    await adminPanel(admin);
  });

  const links = (page: Page) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts();

  it('registers and sees nothing but that an admin has to be asked', async () => {
    await ann.goto(product.url);
    await register(ann, ANN);
    await ann.getByRole('heading', { name: 'Classifier' }).waitFor({ state: 'detached' });
    await says(ann, /not verified yet/);
  });

  it('verifies the address by the mailed link, in another tab', async () => {
    const tab = await ann.context().newPage();
    await tab.goto(await mailedLink(product.dataDir, ANN.email, 'verifyEmail'));
    await button(tab, `Confirm ${ANN.email}`).click();
    await says(tab, 'Your email address is verified');
    await tab.close();
    await ann.getByText(/not verified yet/).waitFor({ state: 'detached' });
  });

  it('applies, and on another visit applies again and sees that', async () => {
    await button(ann, 'Apply for Access').click();
    await says(ann, messages.applied);
    await button(ann, 'Apply for Access').waitFor({ state: 'detached' });
    await ann.reload();
    await button(ann, 'Apply for Access').click();
    await says(ann, messages.alreadyApplied);
    await button(ann, 'Apply for Access').waitFor({ state: 'detached' });
  });

  it('is approved, and the classifier opens by itself', async () => {
    const application = admin.getByRole('listitem').filter({ hasText: ANN.email });
    await application.waitFor();
    expect(await application.getByText('email not verified').count()).toBe(0);
    await button(admin, `Approve ${ANN.email}`).click();
    await says(admin, messages.approved(ANN.email));
    await classifier(ann);
    expect(await links(ann)).toEqual(['Classifier', 'My proposals']);
    await says(admin, 'No pending applications.');
    await admin.getByRole('row', { name: ANN.email }).getByText('Just now').waitFor();
  });

  it('classifies, and the admin sees how much', async () => {
    await paste(ann, 'one line\n\nanother line');
    await ann
      .getByRole('region', { name: 'Your description count' })
      .getByText('2', { exact: true })
      .first()
      .waitFor();
    await admin.reload();
    await expect
      .poll(() =>
        admin.getByRole('row', { name: ANN.email }).getByRole('cell', { name: '2', exact: true }).count(),
      )
      .toBe(2);
  });

  it('is made an admin: the links appear and the pages open', async () => {
    await adminBox(admin, ANN.email).click();
    await says(admin, messages.adminGranted(ANN.email));
    await ann.getByRole('link', { name: 'Admin', exact: true }).click();
    await adminPanel(ann);
    expect((await links(ann)).length).toBeGreaterThan(1);
    await allowBox(ann, ANN.email).waitFor();
  });

  it('is an admin no more: the links go and the page leads to the classifier', async () => {
    await adminBox(admin, ANN.email).click();
    await says(admin, messages.adminRevoked(ANN.email));
    await classifier(ann);
    expect(new URL(ann.url()).pathname).toBe('/');
    expect(await links(ann)).toEqual(['Classifier', 'My proposals']);
    await ann.goto(`${product.url}/admin`);
    await classifier(ann);
    expect(new URL(ann.url()).pathname).toBe('/');
  });

  it('stays when the native question is answered with no', async () => {
    const question = answerNativeQuestion(admin, 'dismiss');
    await allowBox(admin, ANN.email).click();
    expect(await question).toBe(accountMessages.confirmRemoval(ANN.email));
    expect(await allowBox(admin, ANN.email).isChecked()).toBe(true);
    await classifier(ann);
  });

  it('is removed: no access at once, the row and the counters are gone', async () => {
    const question = answerNativeQuestion(admin, 'accept');
    await allowBox(admin, ANN.email).click();
    await question;
    await says(admin, messages.removed(ANN.email));
    await says(ann, messages.noAccess(ANN.email));
    await allowBox(admin, ANN.email).waitFor({ state: 'detached' });
    // That the list can no longer be read is no failure now.
    expect(await ann.getByRole('alert').innerText()).toBe('');
  });

  it('applies anew, is rejected, applies again and begins at zero', async () => {
    await button(ann, 'Apply for Access').click();
    await says(ann, messages.applied);
    await button(admin, `Reject ${ANN.email}`).click();
    await says(admin, messages.rejected(ANN.email));
    await comeBack(ann);
    await button(ann, 'Apply for Access').click();
    await button(admin, `Approve ${ANN.email}`).click();
    await classifier(ann);
    const counts = ann.getByRole('region', { name: 'Your description count' });
    await expect.poll(() => counts.getByText('0', { exact: true }).count()).toBe(2);
  });
});
