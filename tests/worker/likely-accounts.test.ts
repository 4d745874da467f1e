import { expect, it } from 'vitest';
import type { GuessedAccount } from '#contract/rows.ts';
import { agreedGuesses } from '#workers/ledger/guess/agreedGuesses.ts';
import { settled } from '../support/fakeTiming.ts';
import { type setupLedger, setupPasted } from '../support/ledgerSetup.ts';
import { leavesOf } from '../support/mapping.ts';

const companies = (word: string, account: string, count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`${word} company ${i.toString(36)}x`, account]),
  );
const LIST = leavesOf({
  ...companies('TAXI', '6300', 40),
  ...companies('HOTEL', '6350', 40),
  ...companies('STATIONERY', '6500', 40),
});

async function setupGuesses(text: string) {
  const setup = await setupPasted(text, LIST);
  return { ...setup, rows: setup.ledger.rows, guess: (rows: readonly number[]) => answerOf(setup, rows) };
}

/** The answer, once the time that learning takes has passed. */
async function answerOf(
  { ledger, run, timing }: Awaited<ReturnType<typeof setupLedger>>,
  rows: readonly number[],
) {
  let isDone = false;
  const answer = ledger.rows.likelyAccounts(run(), rows).finally(() => {
    isDone = true;
  });
  while (!isDone) await timing.advance(100);
  return answer;
}

it('gives the rows without a match likely accounts, with band and reason, and learns only once', async () => {
  const { guess, timing } = await setupGuesses('TAXI 44\nHOTEL company 1x\n\nqwv jzk');
  const pausesBefore = timing.pauses.length;
  const [taxi, hotel, blank, unknown] = (await guess([0, 1, 2, 3])) ?? [];
  expect(taxi?.[0]).toMatchObject({ glAccount: '6300', band: 'strong', reason: { words: ['TAXI'] } });
  expect(taxi?.[0]?.reason.keywords[0]).toMatch(/^TAXI company/);
  expect(taxi?.slice(1).every(({ band }) => band === 'weak')).toBe(true);
  expect([hotel, blank]).toEqual([[], []]);
  expect(unknown?.some(({ band }) => band === 'strong')).toBe(false);
  expect(timing.pauses.length).toBeGreaterThan(pausesBefore);
  const pauses = timing.pauses.length;
  expect((await guess([0]))?.[0]?.[0]?.glAccount).toBe('6300');
  expect(timing.pauses).toHaveLength(pauses);
});

it('tells the account of a group by some of its lines, and is sure only where they agree', async () => {
  const setup = await setupGuesses(
    'TAXI 44\nTAXI 45\nTHIRSK TAXI 1\nTHIRSK TAXI 2\nTHIRSK HOTEL 1\nTHIRSK HOTEL 2\nTHIRSK HOTEL 3\nqwv jzk',
  );
  const { unmatched } = setup.rows;
  const ids = await groupsOf(setup);
  const items = await unmatched.items(setup.run(), ids);
  let guesses: Awaited<ReturnType<typeof unmatched.guesses>>;
  const asked = unmatched.guesses(setup.run(), ids).then((found) => (guesses = found));
  while (guesses === undefined) await setup.timing.advance(100);
  await asked;
  const ofGroup = (name: string) => guesses?.[items.findIndex((item) => item?.name === name)]?.[0];
  expect(ofGroup('taxi')).toMatchObject({ glAccount: '6300', band: 'strong' });
  expect(ofGroup('thirsk')).toMatchObject({ glAccount: '6350', band: 'weak' });
  setup.paste('TAXI 1');
  expect(await unmatched.guesses(setup.run() - 1, ids)).toBeUndefined();
});

it.each<[lines: string, glAccount: string, band: string]>([
  ['A! A!', 'A', 'strong'],
  ['A A! -', 'A', 'strong'],
  ['A A', 'A', 'weak'],
  ['A! A! B', 'A', 'weak'],
  ['B! A A', 'A', 'weak'],
])('finds lines that say %s (! is strong, - none) to be of account %s, %s', (lines, glAccount, band) => {
  const reason = { keywords: [], words: [] };
  const said = lines.split(' ').map((line): GuessedAccount[] => {
    const [account = '', mark] = line;
    return account === '-' ? [] : [{ glAccount: account, band: mark ? 'strong' : 'weak', reason }];
  });
  expect(agreedGuesses(said)[0]).toEqual({ glAccount, band, reason });
});

it.each<[lines: string, accounts: string]>([
  ['ABC', 'A B C'],
  ['ABC ACD ACB', 'A C B'],
  ['A!BC BCD', 'A B C'],
  ['AB', 'A B'],
  ['-', ''],
])('shows for lines that say %s the accounts %s', (lines, accounts) => {
  const reason = { keywords: [], words: [] };
  const said = lines
    .split(' ')
    .map((line) =>
      [...line.matchAll(/(\w)(!?)/g)].map(
        ([, glAccount = '', mark]): GuessedAccount => ({ glAccount, band: mark ? 'strong' : 'weak', reason }),
      ),
    );
  const agreed = agreedGuesses(said);
  expect(agreed.map(({ glAccount }) => glAccount).join(' ')).toBe(accounts);
  expect(agreed.slice(1).every(({ band }) => band === 'weak')).toBe(true);
});

it('puts the account that somebody chose for a line first for lines of its name, in place of the one refused', async () => {
  const { guess, rows, run } = await setupGuesses('TAXI LEEDS 44\nTAXI LEEDS 45\nTAXI YORK 1\nTAXI LEEDS 46');
  const firstOf = async (row: number) => (await guess([row]))?.[0]?.[0];
  expect(await firstOf(0)).toMatchObject({ glAccount: '6300', band: 'strong' });
  rows.chooseAccount(run(), 0, '6350');
  expect(await firstOf(1)).toMatchObject({ glAccount: '6350', band: 'weak', reason: { isChosen: true } });
  expect((await guess([1]))?.[0]?.map(({ glAccount }) => glAccount)).not.toContain('6300');
  expect(await firstOf(2)).toMatchObject({ glAccount: '6300', band: 'strong' });
  rows.chooseAccount(run(), 1, '6350');
  expect(await firstOf(3)).toMatchObject({ glAccount: '6350', band: 'strong' });
  rows.chooseAccount(run(), 1, null);
  expect(await firstOf(3)).toMatchObject({ glAccount: '6300', band: 'strong' });
});

it('remembers what was made of the guess for a group, until that is taken back', async () => {
  const setup = await setupGuesses('TAXI LEEDS 44\nTAXI LEEDS 45\nBUS 7');
  const { unmatched } = setup.rows;
  const guessed = async (row: number) => (await setup.guess([row]))?.[0]?.[0]?.glAccount;
  const [group] = await groupsOf(setup);
  await guessed(0);
  await unmatched.chooseForLines(setup.run(), [group as number], '6500');
  setup.paste('TAXI LEEDS 51');
  await setup.finish();
  expect(await guessed(0)).toBe('6500');
});

it('remembers the account of a mapping for the lines that contain its keyword, until it is undone', async () => {
  const setup = await setupGuesses('TAXI LEEDS 44\nTAXI LEEDS B 45\nTAXI YORK 7');
  const { unmatched } = setup.rows;
  const guessed = async (row: number) => (await setup.guess([row]))?.[0]?.[0]?.glAccount;
  await groupsOf(setup);
  expect(await guessed(0)).toBe('6300');
  const saved = await unmatched.save(setup.run(), [{ keyword: 'LEEDS B', glAccount: '6500' }]);
  expect(saved).toMatchObject({ kind: 'saved', count: 1 });
  expect(await guessed(0)).toBe('6500');
  expect(await guessed(2)).toBe('6300');
});

async function groupsOf({ ledger, run }: Awaited<ReturnType<typeof setupLedger>>): Promise<number[]> {
  const queue = await ledger.rows.unmatched.find(run(), { search: '', skipped: [], showsSkipped: false });
  return [...(queue?.ids ?? [])];
}

it('keeps up with changes of the list, also those that come while it learns', async () => {
  const { guess, elsewhere, timing, rows, run } = await setupGuesses('XYLOPHONE 44\nMARIMBA 3');
  const first = rows.likelyAccounts(run(), [0]);
  await settled();
  await elsewhere(companies('XYLOPHONE', '7000', 5));
  while (timing.pauses.length === 0 || !(await isSettled(first))) await timing.advance(100);
  expect((await guess([0]))?.[0]?.[0]?.glAccount).toBe('7000');
  await elsewhere(companies('MARIMBA', '7100', 5));
  expect((await guess([1]))?.[0]?.[0]?.glAccount).toBe('7100');
});

it('says nothing about rows of a replaced text', async () => {
  const { rows, run, paste, finish } = await setupGuesses('TAXI 44');
  const old = run();
  paste('HOTEL 44');
  await finish();
  expect(await rows.likelyAccounts(old, [0])).toBeUndefined();
});

it('answers with nothing when the list is read anew meanwhile, and learns the new one at the next question', async () => {
  const { ledger, rows, run, guess, timing } = await setupGuesses('TAXI 44');
  const first = rows.likelyAccounts(run(), [0]);
  await settled();
  ledger.retry();
  while (!(await isSettled(first))) await timing.advance(100);
  expect(await first).toBeUndefined();
  await timing.advance(1000);
  expect((await guess([0]))?.[0]?.[0]?.glAccount).toBe('6300');
});

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  return (await Promise.race([promise, settled().then(() => pending)])) !== pending;
}
