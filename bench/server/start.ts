import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { summarise } from '../measure.ts';
import { HistoryWriter, MAPPINGS_PER_ENTRY } from './HistoryWriter.ts';
import { fillFolder, numberedMappings, storeMappings } from './seed.ts';
import { memoryOf, processorTimeOf, startServer } from './serverProcess.ts';

const OPTIONS = {
  mappings: { type: 'string', default: '100000' },
  entries: { type: 'string', default: '10000' },
  changes: { type: 'string', default: '60000' },
  starts: { type: 'string', default: '7' },
} as const;

/**
 * `npm run bench -- start [--mappings N] [--entries N] [--changes N] [--starts N]`: what the built server takes from its
 * beginning until it serves, with a list and so many entries of the history with so many changes, the goal being 1.5 s; and
 * what `npm run verify` takes there: 6 s for 200,000 changes.
 */
export async function runStart(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const [mappings, entries, changes] = [values.mappings, values.entries, values.changes].map(Number) as [
    number,
    number,
    number,
  ];
  const folder = mkdtempSync(join(tmpdir(), 'gl-start-'));
  try {
    await fill(folder, mappings, entries, changes);
    console.log(
      `${mappings} mappings, ${entries} entries, ${changes} changes; load of the machine ${loadavg()[0]?.toFixed(1)}`,
    );
    await measure(folder, Number(values.starts));
    measureVerify(folder, Number(values.starts));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Edits of one mapping, and as many uploads of new accounts as the changes need. The list is older than its history. */
async function fill(folder: string, mappings: number, entries: number, changes: number): Promise<void> {
  const uploads = Math.floor((changes - entries) / (MAPPINGS_PER_ENTRY - 1));
  const list = numberedMappings(mappings);
  await fillFolder(folder, (services) => {
    storeMappings(services, list);
    const writer = new HistoryWriter(services, list);
    writer.change(list, uploads * MAPPINGS_PER_ENTRY, MAPPINGS_PER_ENTRY);
    writer.change(list.slice(uploads * MAPPINGS_PER_ENTRY), entries - uploads, 1);
  });
}

async function measure(folder: string, starts: number): Promise<void> {
  const [processor, clock, memory]: [number[], number[], number[]] = [[], [], []];
  for (let start = 0; start < starts; start++) {
    const server = await startServer(folder);
    processor.push(processorTimeOf(server.pid));
    clock.push(server.startMs / 1000);
    memory.push(memoryOf(server.pid));
    await server.stop();
  }
  tell('processor time until it serves', processor, 's');
  tell('by the clock', clock, 's');
  tell('memory (RSS)', memory, 'MiB');
}

/** The whole program, from its beginning to its end. */
function measureVerify(folder: string, runs: number): void {
  const clock = Array.from({ length: runs }, () => {
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, ['dist/node/verify.js'], {
      env: { ...process.env, DATA_DIR: folder },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`verify ended with ${status}: ${stderr}`);
    return (performance.now() - began) / 1000;
  });
  tell('verify, by the clock', clock, 's');
}

function tell(name: string, figures: readonly number[], unit: string): void {
  const { median, runs } = summarise(figures);
  const [least, most] = [Math.min(...figures), Math.max(...figures)].map((figure) => figure.toFixed(2));
  console.log(`${name}: median ${median.toFixed(2)} ${unit} (${least} to ${most}, ${runs} runs)`);
}
