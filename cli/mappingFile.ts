import { type ColumnRow, readColumns } from '#engine/import/readColumns.ts';
import { normalise } from '#engine/normalise.ts';
import { isBlankText } from '#model/hiddenCharacters.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { isNoMatch, isUsable, type Mapping, makeMapping } from '#model/mapping.ts';
import { messages } from '#model/text/messages.ts';
import { type Io, UsageError } from './program.ts';
import { readInTime } from './readInTime.ts';
import {
  noteReading,
  openSource,
  READ_OPTIONS,
  type ReadValues,
  readChoices,
  usageErrorOf,
} from './readOptions.ts';

/** The options of a program that works on a keyword list, for `parseArgs`. */
export const LIST_OPTIONS = {
  mappings: { type: 'string' },
  ...READ_OPTIONS,
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/**
 * Reads the keyword list that the options name as the Upload screen reads a file, whatever its format, and says on standard error what a user must
 * know of it: how it was read where that is not certain, lines that were left out, and which mappings the shared list
 * could not hold. Those are used all the same, as are keywords of any length. Of mappings with one database key the first
 * counts; which of two case variants wins is left to the classifier, as in the app.
 * @throws UsageError where they name none, for a file that cannot be read or has no mapping, and for a line without description and account, by line and cause
 */
export async function readMappingFile(
  { mappings: file, ...values }: ReadValues & { readonly mappings?: string | undefined },
  io: Pick<Io, 'stdin' | 'stderr'>,
): Promise<readonly Mapping[]> {
  if (file === undefined) throw new UsageError('--mappings FILE is missing. See --help.');
  const choices = readChoices(values, 2);
  const byKey = new Map<string, Mapping>();
  const clashes = new Clashes();
  const wide: number[] = [];
  const onRow = (row: ColumnRow) => {
    const mapping = mappingOf(row, `${file}, line ${row.line}`);
    if (mapping === null) return 'skip';
    if (row.cells.slice(2).some((cell) => cell.trim() !== '')) wide.push(row.line);
    const isFirst = !byKey.has(mapping.key);
    if (isFirst) byKey.set(mapping.key, mapping);
    if (isUsable(mapping)) clashes.add(mapping, isFirst);
    return 'taken';
  };
  const { source, close } = await openSource(file, io);
  try {
    const options = { delimiterInDoubt: ',' } as const;
    const result = await readInTime(file, () =>
      readColumns(source, ['description', 'account'], choices, onRow, options),
    );
    if (result.kind !== 'read' && result.kind !== 'empty') throw usageErrorOf(file, result);
    if (result.kind === 'read') {
      noteReading(file, result.reading, io);
      if (result.reading.header === null) noteWideLines(file, wide, io);
    }
  } finally {
    await close();
  }
  noteUnstorable(file, byKey.values(), io);
  // Without any mapping every line would be without a match, and every list in good health.
  if (byKey.size === 0)
    throw new UsageError(`${file}: no mapping. Put a description and an account in each line.`);
  if (![...byKey.values()].some(canBeUsed))
    throw new UsageError(`${file}: no usable mapping. The shared list could hold none of these keywords.`);
  clashes.note(file, io);
  return [...byKey.values()];
}

/** Whether the shared list could hold a mapping, and the classifier would find it. */
function canBeUsed(mapping: Mapping): boolean {
  return keyProblem(mapping.key) === null && isUsable(mapping) && !isBlankText(mapping.description);
}

/** Mappings of different accounts whose keywords are one to the classifier. */
class Clashes {
  readonly #byKeyword = new Map<string, { winner: Mapping; readonly all: Mapping[] }>();

  /** `isFirst`: no mapping before has its key. */
  add(mapping: Mapping, isFirst: boolean): void {
    const keyword = normalise(mapping.description);
    const known = this.#byKeyword.get(keyword);
    if (known === undefined) this.#byKeyword.set(keyword, { winner: mapping, all: [mapping] });
    else {
      known.all.push(mapping);
      // As in the classifier, the first key wins.
      if (isFirst && mapping.key < known.winner.key) known.winner = mapping;
    }
  }

  note(file: string, io: Pick<Io, 'stderr'>): void {
    for (const { winner, all } of this.#byKeyword.values()) {
      const others = all.filter(({ glAccount }) => glAccount !== winner.glAccount).map(pairText);
      if (others.length === 0) continue;
      io.stderr.write(
        `${file}: ${pairText(winner)} wins against the same keyword in ${others.join(', ')}.\n`,
      );
    }
  }
}

function pairText({ description, glAccount }: Mapping): string {
  return `“${description}” → ${glAccount}`;
}

/** Null for a total line. */
function mappingOf({ values, hasExtra, isDamaged, isTotal }: ColumnRow, place: string): Mapping | null {
  const [description = '', glAccount = ''] = values.map((value) => value?.trim() ?? '');
  if (hasExtra) {
    throw new UsageError(
      `${place}: more columns than the header. Put a text that has the delimiter in it in quotation marks.`,
    );
  }
  if (glAccount === '' && isTotal) return null;
  if (isDamaged) throw new UsageError(`${place}: characters that cannot be read. Use --encoding.`);
  if (description.includes('\0')) throw new UsageError(`${place}: a NUL character, which no text has.`);
  if (description === '' || glAccount === '') {
    throw new UsageError(
      `${place}: expected a description and an account in two columns. Use --columns, or mend the line.`,
    );
  }
  if (isNoMatch(glAccount)) {
    throw new UsageError(`${place}: “${glAccount}” is not an account. Remove the line or enter an account.`);
  }
  return makeMapping({ description, glAccount });
}

function noteWideLines(file: string, [first, ...others]: readonly number[], io: Pick<Io, 'stderr'>): void {
  if (first === undefined) return;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  io.stderr.write(
    `${file}: line ${first}${more} with more than two columns: description and account were read (--columns).\n`,
  );
}

function noteUnstorable(file: string, mappings: Iterable<Mapping>, io: Pick<Io, 'stderr'>): void {
  for (const { key, description } of mappings) {
    const problem = keyProblem(key);
    if (problem !== null) io.stderr.write(`${file}: ${messages.mappingUnstorable(description, problem)}\n`);
  }
}
