import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setupClassifier } from './support/classifierSetup.tsx';
import { emptyUploadStorage } from './support/emptyUploadStorage.ts';
import { setupUpload } from './support/uploadSetup.tsx';

const MT940 = [
  ':20:STARTUMS',
  ':25:10020030/1234567890',
  ':60F:C260228EUR1000,00',
  ':61:2603020302D950,00NSTONONREF//B1',
  ':86:177?00TRANSFER?20SVWZ+Rent March?32Landlord',
  ':61:2603030303C1234,56N051NONREF',
  ':86:166?00CREDIT?20SVWZ+Invoice 4711?32ACME AG',
  ':62F:C260331EUR1284,56',
  '-',
].join('\r\n');
const FOREIGN: readonly (readonly [string, string, RegExp])[] = [
  [
    'JSON',
    '[\n  {\n    "text": "Premier Inn",\n    "account": "6200"\n  }\n]',
    /Failed to read the pasted text: .*JSON/,
  ],
  [
    'HTML',
    '<!DOCTYPE html>\n<html><body>Premier Inn</body></html>',
    /Failed to read the pasted text: .*web page/,
  ],
];
/** Lines that a bank's format is mentioned in. */
const LINES = 'Transfer :20:4711\nInvoice {"a": 1}\nPremier Inn <b>Leeds</b> :61: EUR 4';

describe('a text pasted into the box of the Classifier', () => {
  async function setup() {
    const screen = await setupClassifier();
    // The reader comes after the page.
    await expect.element(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
    await screen.box.click();
    return screen;
  }
  const undo = () => userEvent.keyboard('{Control>}z{/Control}');

  it('that is a statement is read as its format, and Ctrl+Z in the box brings back what was there', async () => {
    const { box, paste } = await setup();
    await userEvent.keyboard('typed before');
    await userEvent.keyboard('{Control>}a{/Control}');
    paste(MT940);
    await expect.element(page.getByText(/^Read the pasted text\. 2 lines; MT940/)).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'How the pasted text was read' })).toBeVisible();
    await expect.element(box).toHaveValue(expect.stringMatching(/Rent March.*\n.*Invoice 4711/));
    await expect.element(box).toHaveFocus();
    await undo();
    await expect.element(box).toHaveValue('typed before');
  });

  it('that is a statement leaves an empty box by Ctrl+Z', async () => {
    const { box, paste } = await setup();
    paste(MT940);
    await expect.element(page.getByText(/^Read the pasted text/)).toBeVisible();
    await undo();
    await expect.element(box).toHaveValue('');
  });

  it.each(FOREIGN)(
    'that is %s is refused by name, and what was typed stays, with its undo',
    async (_name, text, words) => {
      const { box, paste } = await setup();
      await userEvent.keyboard('typed before');
      await userEvent.keyboard('{Control>}a{/Control}');
      paste(text);
      await expect.element(page.getByText(words)).toBeVisible();
      await expect.element(box).toHaveValue('typed before');
      await userEvent.keyboard('{End}!');
      await undo();
      await expect.element(box).toHaveValue('typed before');
    },
  );

  it('that has lines is taken as it is, whatever they mention', async () => {
    const { box, paste, cell } = await setup();
    paste(LINES);
    await expect.element(cell(1, 'description')).toHaveTextContent('Transfer :20:4711');
    await expect.element(box).toHaveValue(LINES);
  });

  it('below other lines is lines, too', async () => {
    const { box, paste } = await setup();
    await userEvent.keyboard('typed before ');
    paste(MT940);
    await expect.element(box).toHaveValue(`typed before ${MT940.replaceAll('\r\n', '\n')}`);
  });
});

describe('a text pasted into the box of Upload', () => {
  it.each<readonly [string, string, RegExp]>([
    ['a statement', MT940, /Failed to read the pasted text: .*no GL accounts\. Open it on the Classifier/],
    ...FOREIGN,
  ])('that is %s is refused by name, and what was typed stays', async (_name, text, words) => {
    await emptyUploadStorage();
    const { box, paste } = await setupUpload();
    await box.click();
    await userEvent.keyboard('typed before');
    await userEvent.keyboard('{Control>}a{/Control}');
    paste(text);
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(box).toHaveValue('typed before');
  });

  it('that has pairs is taken as it is', async () => {
    await emptyUploadStorage();
    const { box, paste, dryRun } = await setupUpload();
    await box.click();
    paste('Transfer :20:4711\t6100');
    await expect.element(dryRun('new')).toHaveTextContent('1');
    await expect.element(box).toHaveValue('Transfer :20:4711\t6100');
  });
});
