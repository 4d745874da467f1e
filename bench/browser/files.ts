import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSpreadsheet } from '#workers/spreadsheet/writeSpreadsheet.ts';
import { type BrowserFigure, figure } from './figures.ts';
import { longestTask } from './probes.ts';
import type { BenchEnvironment } from './product.ts';

const HEADER = [
  'Date',
  'Description',
  'Paid out',
  'Paid in',
  'Balance',
  'Reference',
  'Type',
  'Note',
  'A',
  'B',
  'C',
  'D',
];
const ROUNDS = 5;

/** Statements as files: chosen until the first account of their rows is on screen, and the tasks of the page meanwhile. */
export async function measureFiles(environment: BenchEnvironment): Promise<BrowserFigure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gl-bench-files-'));
  try {
    const csv = join(folder, 'statement.csv');
    writeFileSync(csv, [HEADER, ...rowsOf(50_000, 12)].map((cells) => cells.join(';')).join('\n'));
    const workbook = join(folder, 'statement.xlsx');
    writeFileSync(workbook, await workbookOf(100_000, 6));
    return [
      ...(await measure(environment, csv, 'CSV of 50,000 rows × 12 columns', 1_500)),
      ...(await measure(environment, workbook, 'workbook of 100,000 rows × 6 columns', 4_000)),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function rowsOf(count: number, width: number): string[][] {
  return Array.from({ length: count }, (_, i) => {
    const amount = `${(i * 37) % 900},${String(i % 100).padStart(2, '0')}`;
    const cells = [`0${(i % 9) + 1}.03.2026`, `CARD PAYMENT ${i} TO SHOP ${i % 977}`];
    const money = i % 3 === 0 ? ['', amount] : [amount, ''];
    return [...cells, ...money, String(10_000 + i), `R${i}`, 'CARD', 'note', 'a', 'b', 'c', 'd'].slice(
      0,
      width,
    );
  });
}

async function workbookOf(rows: number, width: number): Promise<Uint8Array> {
  const lines = new Blob([
    rowsOf(rows, width)
      .map((cells) => cells.join('\t'))
      .join('\n'),
  ]);
  const numbers = { columns: [2, 3, 4], decimal: ',' } as const;
  const made = await writeSpreadsheet('xlsx', [{ header: HEADER.slice(0, width), lines, numbers }]);
  if (made.kind !== 'files') throw new Error(made.kind);
  return new Uint8Array(await new Blob([...made.files]).arrayBuffer());
}

async function measure(
  { page }: BenchEnvironment,
  path: string,
  what: string,
  goal: number,
): Promise<BrowserFigure[]> {
  const times: number[] = [];
  const tasks: number[] = [];
  const rows = page.getByRole('row').nth(1).getByRole('gridcell');
  for (let round = 0; round <= ROUNDS; round++) {
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await rows.first().waitFor({ state: 'detached' });
    await longestTask(page);
    const begun = performance.now();
    await page.locator('input[type=file]').first().setInputFiles(path);
    await rows.nth(1).getByText(/\S/).first().waitFor();
    times.push(performance.now() - begun);
    tasks.push(await longestTask(page));
  }
  // The first one also loads code.
  return [
    figure(`${what}: until its first account is on screen`, times.slice(1), 'ms', goal),
    figure(`${what}: longest main-thread task`, tasks.slice(1), 'ms', 50),
  ];
}
