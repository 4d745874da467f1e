import Papa from 'papaparse';
import { unguard } from '#engine/import/columns.ts';
import { looksLikeHeader } from '#engine/import/pairs.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { isNoMatch, type Mapping, mappingKey } from '#model/mapping.ts';
import { messages } from '#model/messages.ts';
import { type Io, UsageError } from './program.ts';

/**
 * Reads a keyword list and says on standard error what a user must know of it: that its first line was taken for column
 * names, and which mappings the shared list could not hold. Those are used all the same.
 */
export function readMappingFile(text: string, file: string, io: Pick<Io, 'stderr'>): readonly Mapping[] {
  const { mappings, header } = readMappings(text, file);
  if (header !== null) io.stderr.write(`${file}: line 1 (${header}) names the columns and was left out.\n`);
  for (const { key, description } of mappings) {
    const problem = keyProblem(key);
    if (problem !== null) io.stderr.write(`${file}: ${messages.mappingUnstorable(description, problem)}\n`);
  }
  return mappings;
}

/** A keyword list as it was read; `header`: its first line named the columns and is not part of `mappings`. */
type MappingFile = { readonly mappings: readonly Mapping[]; readonly header: string | null };

/**
 * Reads a keyword list of two columns, description and account. Every line with two non-empty parts is a mapping,
 * whatever its length; of mappings with one database key the first counts. Which of two case variants wins is left to
 * the classifier, as in the app.
 * @param file its name, for messages
 * @throws UsageError for a line that does not have two columns, by line and cause
 */
function readMappings(text: string, file: string): MappingFile {
  const byKey = new Map<string, Mapping>();
  let header: string | null = null;
  let isFirst = true;
  for (const { fields, line } of readRecords(withoutBom(text), file)) {
    const [description, glAccount] = twoColumns(fields, `${file}, line ${line}`);
    if (isFirst && looksLikeHeader({ description, glAccount })) header = `${description}, ${glAccount}`;
    else {
      const key = mappingKey(description);
      if (!byKey.has(key)) byKey.set(key, { key, description, glAccount });
    }
    isFirst = false;
  }
  return { mappings: [...byKey.values()], header };
}

/** The byte order mark that spreadsheets put before a text is not part of it. */
export function withoutBom(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

type Fields = { readonly fields: readonly string[]; readonly line: number };

/** Empty columns that spreadsheets add at the end are left out. */
function twoColumns(fields: readonly string[], place: string): [description: string, glAccount: string] {
  const parts = fields.map((field) => field.replace(/[\t\n\v\f\r]+/g, ' ').trim());
  while (parts.length > 2 && parts.at(-1) === '') parts.pop();
  const [description = '', glAccount = ''] = parts;
  if (parts.length > 2) {
    throw new UsageError(
      `${place}: ${parts.length} columns; expected a description and an account. Put a text that has the delimiter in it in quotation marks.`,
    );
  }
  if (parts.length === 1 && description.includes(';')) {
    throw new UsageError(
      `${place}: no tab and no comma, but a semicolon. Save the list with tabs or commas between its columns.`,
    );
  }
  if (description === '' || glAccount === '') {
    throw new UsageError(
      `${place}: expected a description and an account with a tab or a comma between them.`,
    );
  }
  if (isNoMatch(glAccount)) {
    throw new UsageError(`${place}: “${glAccount}” is not an account. Remove the line or enter an account.`);
  }
  return [description, glAccount];
}

/** A whole CSV record whose tabs and line ends, if any, are inside quoted fields. */
const CSV_RECORD = /(?:"(?:[^"]|"")*"|[^",\t\n]*)(?:,(?:"(?:[^"]|"")*"|[^",\t\n]*))+(?=\n|$)/y;

/** A line without a tab, and with a comma: the list has lines in CSV. */
const CSV_LINE = /^[^\t\n]*,[^\t\n]*$/m;
/** A line with one tab and, behind it, one comma: in a CSV list a description with a tab, else an account with a comma. */
const COMMA_BEHIND_TAB = /^[^\t,]*\t[^\t,]*,[^\t,]*$/;

/**
 * Lines with a tab outside quoted CSV fields are tab-separated; the others are CSV. Line numbers count from 1.
 * @throws UsageError for a line that is two columns either way, in a list that has CSV lines
 */
function* readRecords(text: string, file: string): Generator<Fields> {
  const lines = text.replace(/\r\n?/g, '\n');
  const hasCsvLines = CSV_LINE.test(lines);
  let line = 1;
  let csvFrom = 0;
  let csvLine = 1;
  for (let at = 0; at < lines.length; ) {
    let end = endOfLine(lines, at);
    if (lines.slice(at, end).includes('\t')) {
      CSV_RECORD.lastIndex = at;
      if (CSV_RECORD.test(lines)) end = CSV_RECORD.lastIndex;
      else {
        yield* readCsv(lines.slice(csvFrom, at), csvLine);
        const row = lines.slice(at, end);
        if (hasCsvLines) refuseAmbiguous(row, `${file}, line ${line}`);
        if (row.trim() !== '') yield { fields: row.split('\t'), line };
        csvFrom = end + 1;
        csvLine = line + 1;
      }
    }
    line += lines.slice(at, end).split('\n').length;
    at = end + 1;
  }
  yield* readCsv(lines.slice(csvFrom), csvLine);
}

function refuseAmbiguous(row: string, place: string): void {
  if (!COMMA_BEHIND_TAB.test(row)) return;
  throw new UsageError(
    `${place}: a tab and a comma, and other lines have commas between their columns. Put the text that has the tab or the comma in it in quotation marks.`,
  );
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** The apostrophe that our own export puts before what a spreadsheet would run is taken away. */
function readCsv(block: string, firstLine: number): Fields[] {
  const records: Fields[] = [];
  let line = firstLine;
  let at = 0;
  Papa.parse<string[]>(block, {
    delimiter: ',',
    newline: '\n',
    step: ({ data, meta }) => {
      if (data.some((field) => field.trim() !== '')) records.push({ fields: data.map(unguard), line });
      line += block.slice(at, meta.cursor).split('\n').length - 1;
      at = meta.cursor;
    },
  });
  return records;
}
