import { detailOf } from '#model/detailOf.ts';
import type { ReadFailure, SheetNotes } from '#model/fileReading.ts';
import { ReadBudget, TooLargeError } from '../ReadBudget.ts';
import { readXml, type XmlHandler } from '../XmlStream.ts';
import { Archive, NotAWorkbookError } from './archive.ts';
import { NumberFormats } from './formats.ts';
import {
  foreseeCells,
  refuseLongCell,
  SheetReader,
  type SheetRow,
  UNITS_PER_ESCAPE,
  unescaped,
} from './SheetReader.ts';

/** A sheet of a workbook as rows of text, those that are blank left out. */
export type WorkbookSheet = {
  readonly name: string;
  readonly rows: readonly SheetRow[];
  readonly notes: SheetNotes;
};

type Workbook = { readonly kind: 'workbook'; readonly sheets: readonly WorkbookSheet[] } | ReadFailure;

/**
 * The sheets of an Excel workbook (.xlsx, .xlsm; ECMA-376). Numbers are read as the sheet shows them, where that is not
 * another number ({@link NumberFormats}); dates as `2026-03-31`; a formula as its last value; a cell with an error as a
 * blank one. Everything that is read is counted: what is too large is refused before it takes memory or time.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  budget = new ReadBudget(),
  signal?: AbortSignal,
): Promise<Workbook> {
  try {
    const archive = new Archive(bytes, budget);
    const { sheets, is1904 } = readSheetList(archive, budget);
    const strings = readSharedStrings(archive.part('xl/sharedStrings.xml'), budget);
    const formats = new NumberFormats(archive.part('xl/styles.xml'), is1904, budget);
    const read = sheets.map(({ name, path }) => {
      signal?.throwIfAborted();
      const reader = new SheetReader(strings, formats, budget);
      const xml = archive.part(path);
      foreseeCells(xml, budget);
      readXml(xml, reader, budget);
      return { name, rows: reader.finish(), notes: reader.notes };
    });
    return { kind: 'workbook', sheets: read };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof NotAWorkbookError) return { kind: 'not-text', looksLike: error.looksLike };
    if (error instanceof TooLargeError) return { kind: 'too-large', limit: error.message };
    // The libraries throw errors of many kinds for archives and sheets that are damaged.
    return { kind: 'damaged-workbook', detail: detailOf(error) };
  }
}

type SheetList = {
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly is1904: boolean;
};

function readSheetList(archive: Archive, budget: ReadBudget): SheetList {
  const targets = readTargets(archive.part('xl/_rels/workbook.xml.rels'), budget);
  const sheets: { name: string; path: string }[] = [];
  let is1904 = false;
  const open: XmlHandler['open'] = (tag, attributes) => {
    if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attributes()['date1904'] ?? '');
    if (tag !== 'sheet') return;
    const { name = '', id = '' } = attributes();
    const path = targets.get(id);
    // A sheet of charts has no cells.
    if (path !== undefined) sheets.push({ name, path });
  };
  readXml(archive.part('xl/workbook.xml'), { open }, budget);
  if (sheets.length === 0) throw new Error('it names no sheet');
  // Each of 500 sheets would be as costly as the part that all of them name.
  if (new Set(sheets.map(({ path }) => path)).size < sheets.length)
    throw new Error('two sheets are one part');
  return { sheets, is1904 };
}

/** Where the sheets are, by the id of their relationship to the workbook. */
function readTargets(relationships: Uint8Array, budget: ReadBudget): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  const open: XmlHandler['open'] = (tag, attributes) => {
    if (tag !== 'Relationship') return;
    const { Id = '', Type = '', Target = '' } = attributes();
    if (!Type.endsWith('/worksheet')) return;
    if (targets.has(Id)) throw new Error(`two sheets are “${Id.slice(0, 30)}”`);
    targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
  };
  readXml(relationships, { open }, budget);
  return targets;
}

/** The texts that cells name by their numbers (18.4): plain or in parts of different looks, without their readings. */
function readSharedStrings(part: Uint8Array, budget: ReadBudget): readonly string[] {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  const handler: XmlHandler = {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') isText = true;
      else if (name === 'rPh') isPhonetic = true;
    },
    text(piece) {
      if (!isText || isPhonetic) return;
      text += piece;
      refuseLongCell(text, UNITS_PER_ESCAPE);
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'si') {
        const whole = unescaped(text);
        refuseLongCell(whole);
        budget.take('characters', whole.length);
        strings.push(whole);
      }
    },
  };
  readXml(part, handler, budget);
  return strings;
}
