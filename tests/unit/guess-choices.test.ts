import { expect, it, vi } from 'vitest';
import type { GuessedAccount } from '#contract/rows.ts';
import { type ChoiceStorage, GuessChoices } from '#workers/ledger/guess/GuessChoices.ts';

type Stored = Parameters<ChoiceStorage['write']>[0];

function memory() {
  let stored: Stored | null = null;
  const storage: ChoiceStorage = {
    read: async () => stored,
    write: async (choices) => {
      stored = structuredClone(choices);
    },
  };
  return { storage, size: () => stored?.size ?? 0 };
}

const guessed = (glAccount: string, band: 'strong' | 'weak' = 'weak'): GuessedAccount => ({
  glAccount,
  band,
  reason: { keywords: ['TAXI'], words: [] },
});
const GUESSES = [guessed('6300', 'strong'), guessed('6350'), guessed('6500')];

async function shown(choices: GuessChoices, description: string, guesses = GUESSES) {
  const [found = []] = await choices.applyTo([description], [guesses]);
  return found.map(({ glAccount, band }) => `${glAccount} ${band}`);
}

it('leaves guesses as they are for names of which nothing was chosen', async () => {
  const choices = new GuessChoices(memory().storage);
  await choices.choose(['HOTEL YORK 4'], '1');
  expect(await shown(choices, 'TAXI LEEDS 4')).toEqual(['6300 strong', '6350 weak', '6500 weak']);
});

it.each<[chosen: string, asked: string, first: string]>([
  ['TAXI LEEDS 4', 'taxi leeds 17 march', '9000 weak'],
  ['CARD PAYMENT TAXI LEEDS', 'TAXI LEEDS', '9000 weak'],
  ['TAXI LEEDS', 'TAXI YORK', '6300 strong'],
  ['4711', '4711', '9000 weak'],
  ['4711', '4712', '6300 strong'],
])('counts the choice for %s where %s is asked about: %s', async (chosen, asked, first) => {
  const choices = new GuessChoices(memory().storage);
  await choices.choose([chosen], '9000');
  expect((await shown(choices, asked))[0]).toBe(first);
});

it('keeps a choice for the next session, and is sure of it the second time', async () => {
  const { storage } = memory();
  const first = new GuessChoices(storage);
  await shown(first, 'TAXI LEEDS 4');
  await first.choose(['TAXI LEEDS 4'], '6350');
  const second = new GuessChoices(storage);
  expect(await shown(second, 'TAXI LEEDS 5')).toEqual(['6350 weak', '6500 weak']);
  await second.choose(['TAXI LEEDS 5'], '6350');
  expect(await shown(second, 'TAXI LEEDS 6')).toEqual(['6350 strong', '6500 weak']);
});

it('says an account that was chosen where nothing is guessed', async () => {
  const choices = new GuessChoices(memory().storage);
  await choices.choose(['TAXI LEEDS'], '9000');
  expect(await shown(choices, 'TAXI LEEDS', [])).toEqual(['9000 weak']);
});

it('forgets a choice that was taken back', async () => {
  const choices = new GuessChoices(memory().storage);
  await choices.choose(['TAXI LEEDS'], '9000');
  await choices.choose(['TAXI LEEDS'], null);
  expect(await shown(choices, 'TAXI LEEDS')).toEqual(['6300 strong', '6350 weak', '6500 weak']);
});

it('remembers the latest 500 names', async () => {
  const { storage, size } = memory();
  const choices = new GuessChoices(storage);
  const word = (i: number) => [...String(i)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  await choices.choose(
    Array.from({ length: 600 }, (_unused, i) => `shop ${word(i + 100)}`),
    '9000',
  );
  expect(size()).toBe(500);
  expect((await shown(choices, `shop ${word(100)}`))[0]).toBe('6300 strong');
  expect((await shown(choices, `shop ${word(699)}`))[0]).toBe('9000 weak');
});

it('goes on in a browser that stores nothing', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const refuse = () => Promise.reject(new Error('no storage'));
  const choices = new GuessChoices({ read: refuse, write: refuse });
  await choices.choose(['TAXI LEEDS'], '9000');
  expect((await shown(choices, 'TAXI LEEDS'))[0]).toBe('9000 weak');
  expect(warned).toHaveBeenCalledOnce();
});
