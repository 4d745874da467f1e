import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  asRow,
  asTable,
  type BrowserFigure,
  type BrowserReport,
  type BrowserSuite,
  machineLoad,
} from './browser/figures.ts';
import { measureHandling } from './browser/handling.ts';
import { measureList } from './browser/list.ts';
import { measureMillion } from './browser/million.ts';
import { measureCopies, measurePastes } from './browser/pastes.ts';
import { installProbes, loadText } from './browser/probes.ts';
import { openStage } from './browser/product.ts';
import { machine } from './report.ts';
import { generateWorkload, LARGE } from './workload.ts';

const MILLION = 1_000_000;

/**
 * Drives real Chromium against the built product and holds what it sees against the goals "In the browser", once
 * for each size of the mapping list. `--mappings 10000,100000`; `--json` prints JSON, `--no-record` keeps no file.
 * Throws when a copied account is wrong.
 */
export async function runBrowser(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      mappings: { type: 'string', default: '10000,100000' },
      json: { type: 'boolean', default: false },
      'no-record': { type: 'boolean', default: false },
    },
  });
  const date = new Date().toISOString();
  const before = machineLoad();
  const suites: BrowserSuite[] = [];
  for (const size of values.mappings.split(',').map(Number)) suites.push(await measure(size));
  const report: BrowserReport = { date, machine: machine(), load: [before, machineLoad()], suites };
  if (!values['no-record']) record(report);
  console.log(values.json ? JSON.stringify(report, null, 2) : asTable(report));
}

async function measure(keywords: number): Promise<BrowserSuite> {
  const { mappings, text } = generateWorkload({ ...LARGE, keywords });
  const stage = await openStage(mappings);
  const parts: Readonly<Record<string, () => Promise<BrowserFigure[]>>> = {
    pastes: () => measurePastes(stage, LARGE.lines),
    copies: () => measureCopies(stage, mappings, text),
    handling: () => measureHandling(stage),
    'a million lines': () => measureMillion(stage, MILLION / LARGE.lines, MILLION),
    'the list': () => measureList(stage),
  };
  const figures: BrowserFigure[] = [];
  try {
    await installProbes(stage.page);
    await loadText(stage.page, text);
    for (const [name, part] of Object.entries(parts)) {
      console.error(`${keywords.toLocaleString('en')} mappings: ${name} …`);
      const found = await part();
      // What was found so far is not lost when a later part breaks off.
      console.error(found.map(asRow).join('\n'));
      figures.push(...found);
    }
  } finally {
    await stage.end();
  }
  return { mappings: keywords, figures };
}

function record(report: BrowserReport): void {
  mkdirSync('bench/results', { recursive: true });
  const file = `bench/results/${report.date.slice(0, 10)}-browser.json`;
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}
