import { normalise } from '#engine/normalise.ts';
import { rowProblem } from '#engine/read/files.ts';
import { rejectionOf, toPair } from '#engine/read/pairs.ts';
import { type ColumnRow, readColumns } from '#engine/read/readColumns.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { isUsable, type Mapping, makeMapping, mappingKey } from '#model/mapping.ts';
import type { Pair, RejectionReason } from '#model/pair.ts';
import { messages } from '#model/text/messages.ts';
import { rejectionTexts } from '#model/text/readMessages.ts';
import { type Io, noteAll, UsageError } from './program.ts';
import { readInTime } from './readInTime.ts';
import {
  namedAfter,
  READ_OPTIONS,
  type ReadValues,
  readChoices,
  reportReading,
  usageErrorOf,
} from './readOptions.ts';

/** The options of a program that works on a keyword list, for `parseArgs`. */
export const LIST_OPTIONS = {
  mappings: { type: 'string' },
  ...READ_OPTIONS,
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** What `--help` says of the list, up to what a program does about keywords that are one. */
export const LIST_HELP = `  --mappings FILE  the keyword list: an Excel workbook, CSV, tab-separated or other text with a description and an
                   account per line, read as on the Upload screen (empty lines are skipped; lines without description
                   or account are left out, and named; a first line that names the
                   columns is left out, and said so`;

/** Why a line has no mapping. What else the shared list refuses is used all the same. */
const LEFT_OUT: ReadonlySet<RejectionReason> = new Set([
  'no-tab',
  'empty-part',
  'extra-columns',
  'undecodable',
  'no-match',
]);

/**
 * Reads the keyword list that the options name as the Upload screen reads a file, whatever its format, and says on standard error what a user must
 * know of it: how it was read where that is not certain, lines that were left out, as `import` leaves them out, and which
 * mappings the shared list could not hold. Those are used all the same, as are keywords of any length. Of mappings with one database key the first
 * counts; which of two case variants wins is left to the classifier, as in the app.
 * @throws UsageError where they name none, for a file that cannot be read or has no mapping, or none that the shared list could hold
 */
export async function readMappingFile(
  { mappings: file, ...values }: ReadValues & { readonly mappings?: string | undefined },
  io: Pick<Io, 'stdin' | 'stderr'>,
): Promise<readonly Mapping[]> {
  if (file === undefined) throw new UsageError('--mappings FILE is missing. See --help.');
  const choices = readChoices(values, 2);
  const byKey = new Map<string, Mapping>();
  const all: Mapping[] = [];
  const wide: number[] = [];
  const notes: string[] = [];
  let isAnyStorable = false;
  const onRow = (row: ColumnRow) => {
    const parts = row.values.filter((value) => value !== undefined);
    const pair = toPair(row.line, parts);
    const reason = rowProblem(row) ?? rejectionOf(parts, pair);
    if (reason !== null && row.isTotal && pair.glAccount === '') return 'skip';
    if (reason !== null) notes.push(noteOf(file, pair, reason));
    if (reason !== null && LEFT_OUT.has(reason)) return 'rejected';
    const mapping = makeMapping(pair);
    isAnyStorable ||= reason === null && isUsable(mapping);
    if (row.hasLeftOut) wide.push(row.line);
    if (!byKey.has(mapping.key)) byKey.set(mapping.key, mapping);
    all.push(mapping);
    return 'taken';
  };
  const result = await readInTime(file, io, (source) =>
    readColumns(source, ['description', 'account'], choices, onRow, { delimiterInDoubt: ',' }),
  );
  if (result.kind !== 'read' && result.kind !== 'empty') throw usageErrorOf(file, result);
  if (result.kind === 'read') {
    reportReading(file, result.reading, choices, io);
    if (result.reading.header === null)
      noteAll(
        file,
        namedAfter('more than two columns, of which the first two were read (--columns)', wide),
        io,
      );
  }
  for (const note of notes) io.stderr.write(`${note}\n`);
  // Without any mapping every line would be without a match, and every list in good health.
  if (byKey.size === 0)
    throw new UsageError(`${file}: no mapping. Put a description and an account in each line.`);
  if (!isAnyStorable)
    throw new UsageError(`${file}: no usable mapping. The shared list could hold none of these keywords.`);
  noteClashes(file, all.filter(isUsable), byKey, io);
  return [...byKey.values()];
}

/** Names mappings of different accounts whose keywords are one to the classifier: as there, the first key wins. */
function noteClashes(
  file: string,
  usable: readonly Mapping[],
  byKey: ReadonlyMap<string, Mapping>,
  io: Pick<Io, 'stderr'>,
): void {
  const byKeyword = new Map<string, Mapping[]>();
  for (const mapping of usable) {
    const keyword = normalise(mapping.description);
    const known = byKeyword.get(keyword);
    if (known === undefined) byKeyword.set(keyword, [mapping]);
    else known.push(mapping);
  }
  for (const all of byKeyword.values()) {
    // Of one key, only the first mapping counts.
    const [winner = all[0] as Mapping] = all
      .filter((mapping) => byKey.get(mapping.key) === mapping)
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const others = all.filter(({ glAccount }) => glAccount !== winner.glAccount).map(pairText);
    if (others.length > 0)
      noteAll(file, [`${pairText(winner)} wins against the same keyword in ${others.join(', ')}.`], io);
  }
}

function pairText({ description, glAccount }: Mapping): string {
  return `“${description}” → ${glAccount}`;
}

/** What is wrong with a line, in words: the shared list refuses more than can be used here. */
function noteOf(file: string, { line, description }: Pair, reason: RejectionReason): string {
  const problem = keyProblem(mappingKey(description));
  if (problem !== null && reason === problem)
    return `${file}: ${messages.mappingUnstorable(description, problem)}`;
  const use = LEFT_OUT.has(reason) ? '' : '; it is used here, but the shared list would not take it';
  return `${file}, line ${line}: ${rejectionTexts[reason]}${use}.`;
}
