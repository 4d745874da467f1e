import { type AnalysisReport, analyseAtOnce } from '#engine/analysis/analyse.ts';
import type { Consolidation } from '#model/consolidation.ts';
import { LIST_HELP, LIST_OPTIONS, readMappingFile } from './mappingFile.ts';
import { type Io, runProgram, write } from './program.ts';
import { READ_HELP } from './readOptions.ts';

const HELP = `Usage: npm run -s analyze -- --mappings FILE [--json] [options]

Finds keywords that could stand in for many mappings of one account. Changes nothing. What a proposal would do holds for
the list as it is: after carrying one out, run the program again on the new list.

${LIST_HELP}; of two descriptions with one database key the first wins; descriptions
                   that the shared list could not hold are used, and named on standard error)
${READ_HELP}  --json           print an array of {"status": "OK"|"CONFLICT", "keyword", "glAccount", "count", "conflict",
                   "idsToDelete"}: conflict is {"key", "description", "glAccount"} of the strongest mapping of
                   another account that contains the keyword, or null; ids are database keys
  --help           print this text

Exit code: 0 when done, 2 when an argument or the file is not usable.
`;

/** Runs the program; resolves with its exit code. */
export function main(args: readonly string[], io: Io): Promise<number> {
  const program = { name: 'analyze', help: HELP, options: LIST_OPTIONS } as const;
  return runProgram(program, args, io, async ({ values }) => {
    const report = analyseAtOnce({ list: await readMappingFile(values, io) });
    await write(io.stdout, values.json ? toJson(report) : toTable(report));
  });
}

function toJson({ consolidations }: AnalysisReport): string {
  const rows = consolidations.map(({ status, keyword, glAccount, count, conflict, idsToDelete }) => ({
    status,
    keyword,
    glAccount,
    count,
    conflict,
    idsToDelete,
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

function toTable({ duplicates, consolidations }: AnalysisReport): string {
  const lines = [`${duplicates.length} duplicates, ${consolidations.length} proposals`];
  if (consolidations.length > 0) lines.push('', ...columns([HEADINGS, ...consolidations.map(toCells)]));
  return `${lines.join('\n')}\n`;
}

const HEADINGS = ['Status', 'Keyword', 'Account', 'Originals', 'Deleted', 'Changed', 'Conflict'];

function toCells(consolidation: Consolidation): string[] {
  const { status, keyword, glAccount, count, idsToDelete, changes, conflict } = consolidation;
  const rival = conflict
    ? `${conflict.description} → ${conflict.glAccount} (${consolidation.conflictMappings} mappings of ${consolidation.conflictAccounts} accounts)`
    : '';
  return [status, keyword, glAccount, `${count}`, `${idsToDelete.length}`, `${changes}`, rival];
}

/** Rows of cells as lines, every column as wide as its widest cell. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = HEADINGS.map((_heading, i) =>
    rows.reduce((widest, row) => Math.max(widest, row[i]?.length ?? 0), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
