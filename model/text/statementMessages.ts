import type { FileFormat, FileReading } from '../fileReading.ts';
import { counted } from './figures.ts';
import { fileMessages } from './fileMessages.ts';
import { encodingLabels, encodingSamples, statementLabels, statementText } from './readMessages.ts';

const FORMATS: Readonly<Record<FileFormat, string>> = {
  ...statementLabels,
  csv: 'CSV',
  tsv: 'TSV',
  text: 'text',
  xlsx: 'Excel',
};

/** What of a reading a message tells. */
type ReadingWords = Pick<FileReading, 'format' | 'encoding' | 'sheet' | 'statements'> & {
  readonly leftOut: readonly string[];
};

/** What the Classifier says about a file with descriptions. */
export const statementMessages = {
  dropHere: 'Drop the file to classify its lines',
  reading: (name: string) => `Reading ${name}…`,
  /** `others`: files dropped with it, which are not read. */
  read: (name: string, lines: number, reading: ReadingWords, others: number) =>
    [
      others > 0 ? fileMessages.firstFileOnly(name, others) : fileMessages.fileRead(name),
      `${counted(lines, 'line')}; ${howRead(reading)}.`,
      ...reading.statements.map(statementText),
      ...reading.leftOut,
      ...encodingWarnings(reading),
    ].join(' '),
} as const;

function howRead({ format, encoding, sheet }: ReadingWords): string {
  const parts = [
    FORMATS[format],
    sheet &&
      (sheet.all.length > 1 ? `sheet “${sheet.name}”, the others are not read` : `sheet “${sheet.name}”`),
    encoding && encoding.name !== 'utf-8' && encodingLabels[encoding.name],
  ];
  return parts.filter(Boolean).join(', ');
}

function encodingWarnings({ encoding }: ReadingWords): string[] {
  if (encoding?.isDamaged) return ['Some characters could not be read: they are shown as \ufffd.'];
  return encoding?.isCertain === false
    ? [`Do the letters look right? ${encodingSamples(encoding)}: if not, choose another encoding.`]
    : [];
}
