import { expect, it } from 'vitest';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { parsePairFile } from '#engine/read/files.ts';

const DATED = `Date,Account,Payee,Category,Amount
2026-03-01,Main card,CORNER SHOP,510 Goods,-5.00
2026-03-02,Main card,LAKE HOTEL,520 Travel,-6.00
2026-03-03,Deposit,MARCH WAGES,700 Income,100.00
`;
const UNDATED = 'Kategorie;Text;Konto\nReisen;LAKE HOTEL;520\nWaren;CORNER SHOP;510\n';
const TWO_CLEAR = 'Description\tGL code\tLedger\nLAKE HOTEL\t520\tTravel\nCORNER SHOP\t510\tGoods\n';
const ONE_CLEAR = 'Description,Account,GL account,Category\nLAKE HOTEL,9,520,x\nCORNER SHOP,9,510,x\n';

const read = (text: string, accounts?: readonly string[], columns?: readonly number[]) =>
  parsePairFile(sourceOfBytes(new TextEncoder().encode(text)), () => {}, undefined, {
    ...(accounts && { accounts }),
    ...(columns && { columns }),
  });

it.each([
  ['a dated list', DATED, [2, 3]],
  ['a list without dates', UNDATED, [1, 2]],
  ['two names that both mean the account', TWO_CLEAR, [0, 1]],
])('%s with two columns that may be the account is asked about', async (_name, text, guess) => {
  for (const accounts of [
    [],
    ['1', '2'],
    ['510', '520', 'Main', 'Deposit', 'Travel', 'Goods', 'Reisen', 'Waren'],
  ])
    expect(await read(text, accounts)).toMatchObject({
      kind: 'columns-unknown',
      missing: ['account'],
      reading: { guess, columns: null },
    });
});

it.each([
  [DATED, ['510', '520', '700'], [2, 3]],
  [UNDATED, ['510', '520'], [1, 2]],
  [UNDATED, ['Reisen', 'Waren'], [1, 0]],
  [TWO_CLEAR, ['Travel', 'Goods'], [0, 2]],
])('the chart of accounts decides: %s', async (text, accounts, columns) => {
  expect(await read(text, accounts)).toMatchObject({ kind: 'pairs', reading: { columns } });
});

it('nobody is asked about one clear name, after a choice, or without a screen', async () => {
  expect(await read(ONE_CLEAR, [])).toMatchObject({ kind: 'pairs', reading: { columns: [0, 2] } });
  expect(await read(DATED, [], [2, 1])).toMatchObject({ kind: 'pairs', reading: { columns: [2, 1] } });
  expect(await read(DATED)).toMatchObject({ kind: 'pairs', reading: { columns: [2, 3] } });
});
