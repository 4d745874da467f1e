import { checkHealthAtOnce } from '#engine/health/checkHealth.ts';
import { FINDING_KINDS, type Finding, type FindingKind } from '#model/health.ts';
import { effectOf, healthMessages, reasonOf } from '#model/text/healthMessages.ts';
import { readAccountFile } from './accountFile.ts';
import { LIST_HELP, LIST_OPTIONS, readMappingFile } from './mappingFile.ts';
import { type Io, runProgram, write } from './program.ts';
import { READ_HELP } from './readOptions.ts';

const HELP = `Usage: npm run -s health -- --mappings FILE [--accounts FILE] [--json] [options]

Finds mappings that never win, contradict each other, could go, are too general or have an account that the chart lacks.
Changes nothing. docs/health.md defines each kind of finding.

${LIST_HELP}; of two descriptions with one database key the first counts)
${READ_HELP}  --accounts FILE  the chart of accounts, in a file of any of these kinds: the column that its first line names as
                   the code, else the first one; the name may be missing, and
                   must not stand in one column with the code.
                   Without it, nothing is said of accounts.
  --json           print a JSON array, one object per finding, each on a line of its own:
                   {"kind", "keyword", "glAccount", "other", "otherAccount", "effect"}
                   where kind is one of ${FINDING_KINDS.join(', ').replace(/(.{50,70}) /, '$1\n                   ')};
                   other is the keyword of the other mapping, or null; otherAccount its account, or the account
                   of the chart that is one character off, or null; effect says in words what a change would do
  --help           print this text

Exit code: 0 when done, whatever was found; 2 when an argument or a file is not usable.
`;

/** Runs the program; resolves with its exit code. */
export function main(args: readonly string[], io: Io): Promise<number> {
  const options = { ...LIST_OPTIONS, accounts: { type: 'string' } } as const;
  return runProgram({ name: 'health', help: HELP, options }, args, io, async ({ values }) => {
    const list = await readMappingFile(values, io);
    const used = new Set(list.map(({ glAccount }) => glAccount.trim()));
    const chart = values.accounts === undefined ? null : await readAccountFile(values.accounts, used, io);
    const findings = checkHealthAtOnce({ list, chart });
    await write(io.stdout, values.json ? toJson(findings) : toText(findings));
  });
}

function toJson(findings: readonly Finding[]): string {
  const rows = findings.map((finding) => {
    const { kind, mapping } = finding;
    const other = 'other' in finding ? finding.other : null;
    const otherAccount = finding.kind === 'unknown-account' ? finding.near : (other?.glAccount ?? null);
    return {
      kind,
      keyword: mapping.description,
      glAccount: mapping.glAccount,
      other: other?.description ?? null,
      otherAccount,
      effect: effectOf(finding),
    };
  });
  return `[${rows.map((row) => `\n${JSON.stringify(row)}`).join(',')}\n]\n`;
}

function toText(findings: readonly Finding[]): string {
  if (findings.length === 0) return `${healthMessages.none}\n`;
  const groups = FINDING_KINDS.map((kind) => toGroup(kind, findings)).filter((group) => group !== '');
  return `${groups.join('\n')}`;
}

function toGroup(kind: FindingKind, findings: readonly Finding[]): string {
  const found = findings.filter((finding) => finding.kind === kind);
  if (found.length === 0) return '';
  const heading = `${healthMessages.titles[kind]} (${kind}): ${healthMessages.count(found.length)}`;
  const lines = found.map(
    (finding) =>
      `  ${finding.mapping.description} → ${finding.mapping.glAccount}\n    ${reasonOf(finding)} ${effectOf(finding)}`,
  );
  return `${[heading, `  ${healthMessages.explanations[kind]}`, ...lines].join('\n')}\n`;
}
