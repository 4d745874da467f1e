import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportCorpus } from '#bench/corpus/reportCorpus.ts';
import { testFolder } from '../support/testFolder.ts';

it('npm run corpus says of every file of a folder how it is read, and counts them', async () => {
  const folder = testFolder();
  mkdirSync(join(folder, 'deep'));
  const files = {
    'balance.csv': 'Day;Text;Uno;Due\n03.02.2026;BAKERY;-2.50;97.50\n04.02.2026;WAGES;900.00;997.50\n',
    'deep/names.csv': 'Date;Text;Amount;Currency\n03.02.2026;BAKERY;-2.50;EUR\n04.02.2026;WAGES;9.00;CHF\n',
    'deep/open.csv': 'Date;Text;Figure\n03.02.2026;BAKERY;2.50\n04.02.2026;WAGES;9.00\n',
    'empty.csv': '',
    'list.csv': 'BAKERY,6100\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const lines: string[] = [];
  await reportCorpus(folder, (line) => lines.push(line));
  expect(lines).toEqual([
    'balance.csv: proven; csv; 2 rows; Uno (signed) by balances; 897.50',
    'deep/names.csv: by name; csv; 2 rows; Amount (signed) by names; -2.50 EUR; 9.00 CHF',
    'deep/open.csv: asked; csv; 2 rows; Figure (signed) by none; which side',
    expect.stringMatching(/^empty\.csv: refused; import: .*it is empty/),
    'list.csv: list; csv; 1 rows',
    '5 files: 1 proven, 1 by name, 1 asked, 1 refused, 1 list',
  ]);
});
