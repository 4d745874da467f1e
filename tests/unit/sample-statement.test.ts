import { expect, it } from 'vitest';
import { SAMPLE_STATEMENT } from '#model/sampleStatement.ts';
import { naiveAnswers } from '../support/naiveAnswers.ts';
import { sampleMappings } from '../support/sampleMappings.ts';

const [header, ...rows] = SAMPLE_STATEMENT.split('\n').map((line) => line.split('\t'));
const cents = (text = '') => Math.round(Number(text) * 100);

it('the sample statement reconciles from row to row', () => {
  expect(header).toEqual(['Date', 'Description', 'Paid out', 'Paid in', 'Balance']);
  const balances = rows.map(([, , , , balance]) => cents(balance));
  const movements = rows.map(([, , out, paidIn]) => cents(paidIn) - cents(out));
  expect(balances.slice(1)).toEqual(
    balances.slice(0, -1).map((balance, i) => balance + (movements[i + 1] ?? 0)),
  );
});

it('the sample list has accounts for all of its lines but two', () => {
  const accounts = naiveAnswers(
    rows.map(([, description = '']) => description),
    sampleMappings(),
  );
  expect([accounts.length, accounts.filter((account) => account === 'No Match').length]).toEqual([11, 2]);
});
