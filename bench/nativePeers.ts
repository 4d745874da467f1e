import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { normalise } from '../workers/engine/normalise.ts';
import type { Workload } from './workload.ts';

/** What a native program prints as JSON; `lengths` are those of the keywords it found, 0 for none, -1 for blank. */
type Answer = { readonly buildMs: number; readonly classifyMs: number; readonly lengths: readonly number[] };

/**
 * Measures the programs named in `BENCH_NATIVE` (`name=path,name=path`; bench/README.md says how to make one) on
 * a file of normalised keywords and a file of lines, and checks how long the keywords they found are.
 */
export async function measureNativePeers(
  workload: Workload,
  ids: Int32Array,
): Promise<{ name: string; times: number[] }[]> {
  const programs = (process.env['BENCH_NATIVE'] ?? '').split(',').filter((entry) => entry.includes('='));
  if (programs.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const keywords = join(folder, 'keywords.txt');
    const lines = join(folder, 'lines.txt');
    writeFileSync(keywords, workload.mappings.map(({ description }) => normalise(description)).join('\n'));
    writeFileSync(lines, workload.text);
    return programs.map((entry) => measureProgram(entry, keywords, lines, workload, ids));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measureProgram(
  entry: string,
  keywords: string,
  lines: string,
  workload: Workload,
  ids: Int32Array,
): { name: string; times: number[] } {
  const [name = '', path = ''] = entry.split('=');
  const times = [0, 1, 2].map(() => {
    const printed = execFileSync(path, [keywords, lines], { encoding: 'utf8', maxBuffer: 1 << 28 });
    const answer = JSON.parse(printed) as Answer;
    answer.lengths.forEach((length, row) => {
      const mapping = workload.mappings[ids[row] ?? -1];
      const expected = mapping ? normalise(mapping.description).length : 0;
      if (Math.max(0, length) !== expected) throw new Error(`${name} differs in row ${row}`);
    });
    return answer.classifyMs;
  });
  return { name: `${name} (classification alone)`, times };
}
