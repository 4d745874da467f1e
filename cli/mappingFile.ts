import Papa from 'papaparse';
import { unguard } from '#engine/import/formulaGuard.ts';
import { normalise } from '#engine/normalise.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import { messages } from '#model/messages.ts';
import { type Io, UsageError } from './program.ts';

/**
 * Reads a keyword list. Every line with two non-empty parts is a mapping, whatever its length. Of several mappings with
 * the same `identity` (by default the classifier's normalised form) the first counts.
 * @throws UsageError for a line with one part
 */
export function readMappings(
  text: string,
  file: string,
  identity: (description: string) => string = normalise,
): Mapping[] {
  const seen = new Set<string>();
  const mappings: Mapping[] = [];
  for (const { parts, line } of readRecords(withoutBom(text))) {
    const [description = '', glAccount = ''] = parts.map((part) => part.trim());
    if (description === '' || glAccount === '') {
      throw new UsageError(
        `${file}, line ${line}: expected a description and an account, parted by a tab or a comma.`,
      );
    }
    const keyword = identity(description);
    if (seen.has(keyword)) continue;
    seen.add(keyword);
    mappings.push({ key: mappingKey(description), description, glAccount });
  }
  return mappings;
}

type MappingRecord = { readonly parts: readonly string[]; readonly line: number };

/** Lines with a tab are tab-separated; the runs of lines between them are CSV. Line numbers count from 1. */
function* readRecords(text: string): Generator<MappingRecord> {
  const lines = text.split(/\r\n|\n|\r/);
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] ?? '';
    if (line.includes('\t')) {
      if (line.trim() !== '') yield { parts: line.split('\t'), line: i + 1 };
      i++;
      continue;
    }
    let end = i + 1;
    while (end < lines.length && !lines[end]?.includes('\t')) end++;
    yield* readCsv(lines.slice(i, end).join('\n'), i + 1);
    i = end;
  }
}

/**
 * CSV is split at the first comma: what follows it is the account, further commas included. The apostrophe that our own
 * export puts before a formula is removed.
 */
function readCsv(block: string, firstLine: number): MappingRecord[] {
  const records: MappingRecord[] = [];
  let line = firstLine;
  let at = 0;
  Papa.parse<string[]>(block, {
    delimiter: ',',
    newline: '\n',
    step: ({ data, meta }) => {
      const [description = '', ...account] = data.map(unguard);
      if (data.some((part) => part.trim() !== ''))
        records.push({ parts: [description, account.join(',')], line });
      line += block.slice(at, meta.cursor).split('\n').length - 1;
      at = meta.cursor;
    },
  });
  return records;
}

/** Names on standard error the mappings of a file that the shared list could not hold. They are used all the same. */
export function reportUnstorable(mappings: readonly Mapping[], file: string, io: Pick<Io, 'stderr'>): void {
  for (const { key, description } of mappings) {
    const problem = keyProblem(key);
    if (problem !== null) io.stderr.write(`${file}: ${messages.mappingUnstorable(description, problem)}\n`);
  }
}

/** The text without the byte order mark that spreadsheets put before it. */
export function withoutBom(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
