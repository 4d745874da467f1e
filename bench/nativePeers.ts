import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { normalise } from '#engine/normalise.ts';
import { time } from './measure.ts';
import type { Workload } from './workload.ts';

/** The JSON that a native program prints; `lengths` are those of the keywords it found, 0 for none, -1 for blank. */
type Answer = { readonly buildMs: number; readonly classifyMs: number; readonly lengths: readonly number[] };

/** Times of a native program in milliseconds, and of ours right after each of its runs. */
type NativeTimes = { readonly name: string; readonly times: number[]; readonly ours: number[] };

const RUNS = 7;

/**
 * Measures the programs named in `BENCH_NATIVE` (`name=path,name=path`; bench/README.md says how to make one) on
 * a file of normalised keywords and a file of lines, and checks how long the keywords they found are.
 */
export async function measureNativePeers(
  workload: Workload,
  ids: Int32Array,
  ours: () => void,
): Promise<NativeTimes[]> {
  const programs = (process.env['BENCH_NATIVE'] ?? '').split(',').filter((entry) => entry.includes('='));
  if (programs.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const keywords = join(folder, 'keywords.txt');
    const lines = join(folder, 'lines.txt');
    writeFileSync(keywords, workload.mappings.map(({ description }) => normalise(description)).join('\n'));
    writeFileSync(lines, workload.text);
    return programs.map((entry) => {
      const [name = '', path = ''] = entry.split('=');
      const found: NativeTimes = { name, times: [], ours: [] };
      for (let run = 0; run < RUNS; run++) {
        const answer = runProgram(path, keywords, lines);
        checkLengths(name, answer.lengths, workload, ids);
        found.times.push(answer.classifyMs);
        // The caches hold the data of the program that ran before.
        ours();
        found.ours.push(time(ours));
      }
      return found;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runProgram(path: string, keywords: string, lines: string): Answer {
  const printed = execFileSync(path, [keywords, lines], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(printed) as Answer;
}

function checkLengths(name: string, lengths: readonly number[], workload: Workload, ids: Int32Array): void {
  if (lengths.length !== ids.length)
    throw new Error(`${name} answers ${lengths.length} of ${ids.length} rows`);
  lengths.forEach((length, row) => {
    const mapping = workload.mappings[ids[row] ?? -1];
    const expected = mapping ? normalise(mapping.description).length : 0;
    if (Math.max(0, length) !== expected) throw new Error(`${name} differs in row ${row}`);
  });
}
