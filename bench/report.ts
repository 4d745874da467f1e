import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Timing } from './measure.ts';

/** One measured thing: median and quartiles in `unit`. */
export type Figure = Timing & { readonly name: string; readonly unit: string };

export type Report = {
  readonly date: string;
  readonly machine: Readonly<Record<string, string | number>>;
  readonly figures: readonly Figure[];
};

/** What the figures were measured on. */
export function machine(): Report['machine'] {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGB: Math.round(totalmem() / 1e9),
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    v8: process.versions.v8,
  };
}

/** Prints the report, as a table or as JSON, and keeps it under bench/results when asked to. */
export function writeReport(report: Report, options: { json: boolean; record: boolean }): void {
  if (options.record) {
    mkdirSync('bench/results', { recursive: true });
    writeFileSync(
      `bench/results/${report.date.slice(0, 10)}-classification.json`,
      `${JSON.stringify(report, null, 2)}\n`,
    );
  }
  console.log(options.json ? JSON.stringify(report, null, 2) : asTable(report));
}

function asTable({ date, machine: on, figures }: Report): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  const rows = figures.map(({ name, unit, median, low, high, runs }) => {
    const spread = runs > 1 ? `  (${round(low)} – ${round(high)}, ${runs} runs)` : '';
    return `${name.padEnd(width)}  ${round(median).padStart(9)} ${unit.padEnd(2)}${spread}`;
  });
  return [
    date,
    Object.entries(on)
      .map(([key, value]) => `${key}: ${value}`)
      .join(', '),
    '',
    ...rows,
  ].join('\n');
}

function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}
