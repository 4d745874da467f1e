import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { GuessedAccount } from '#contract/rows.ts';
import { useAccountOptions } from '#src/rows/useAccountOptions.ts';

const ACCOUNTS = [
  { glAccount: '6100', mappings: 9 },
  { glAccount: '6200', mappings: 2 },
];
const LIKELY: GuessedAccount = {
  glAccount: '6200',
  band: 'strong',
  reason: { keywords: ['Zephyr'], words: [] },
};

/** The options of a row whose likely accounts come when the test says so. */
async function setup(isTouched: { current: boolean }) {
  let guess = (_found: GuessedAccount[][]) => {};
  const guesses = new Promise<GuessedAccount[][]>((resolve) => {
    guess = resolve;
  });
  const run = { accountsInUse: async () => ACCOUNTS, likelyAccounts: () => guesses };
  function List() {
    const { options, isLoading } = useAccountOptions(run, null, 0, '', false, isTouched);
    return <p>{`${isLoading} ${options.map(({ kind, value }) => `${kind} ${value}`).join(', ')}`}</p>;
  }
  await render(<List />);
  return { guess: () => guess([[LIKELY]]) };
}

it('the accounts can be chosen before the likely ones are known, which then come first', async () => {
  const { guess } = await setup({ current: false });
  await expect.element(page.getByText('true known 6100, known 6200')).toBeVisible();
  guess();
  await expect.element(page.getByText('false likely 6200, known 6100')).toBeVisible();
});

it('in a list that was touched meanwhile they are marked where they stand', async () => {
  const isTouched = { current: false };
  const { guess } = await setup(isTouched);
  await expect.element(page.getByText('true known 6100, known 6200')).toBeVisible();
  isTouched.current = true;
  guess();
  await expect.element(page.getByText('false known 6100, likely 6200')).toBeVisible();
});
