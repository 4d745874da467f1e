import { strToU8, type Zippable, zipSync } from 'fflate';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** The XML of a cell with a text. */
export const textCell = (place: string, text: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** A sheet of a workbook: where the workbook looks for it, where it is, its rows, and what comes behind them. */
export type SheetPart = {
  readonly target: string;
  readonly path: string;
  readonly rows: string;
  readonly after?: string;
};

export const sheetPart = (rows: string, after = ''): SheetPart => ({
  target: 'worksheets/sheet1.xml',
  path: 'xl/worksheets/sheet1.xml',
  rows,
  after,
});

/** A workbook of these sheets, as bytes; `more`: further parts, such as `xl/styles.xml`; `properties`: of the workbook. */
export function workbookOf(sheets: readonly SheetPart[], more: Zippable = {}, properties = ''): Uint8Array {
  const list = sheets.map((_, i) => `<sheet name="S${i}" sheetId="${i + 1}" r:id="r${i}"/>`).join('');
  const links = sheets.map(
    ({ target }, i) => `<Relationship Id="r${i}" Type="${OFFICE}/worksheet" Target="${target}"/>`,
  );
  const parts: Zippable = {
    'xl/workbook.xml': strToU8(
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}<sheets>${list}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `${XML}<Relationships xmlns="${PACKAGE}">${links.join('')}</Relationships>`,
    ),
    ...more,
  };
  for (const { path, rows, after = '' } of sheets) {
    parts[path] = strToU8(
      `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
    );
  }
  return zipSync(parts, { level: 9 });
}

/** The part with the styles 1, 2, … of these number formats; a number is one of those that need no definition. */
export function stylesOf(formats: readonly (string | number)[]): Zippable {
  const own = formats.map((format, i) =>
    typeof format === 'string'
      ? `<numFmt numFmtId="${164 + i}" formatCode="${format.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/>`
      : '',
  );
  const styles = formats.map(
    (format, i) => `<xf numFmtId="${typeof format === 'string' ? 164 + i : format}" applyNumberFormat="1"/>`,
  );
  return {
    'xl/styles.xml': strToU8(
      `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ),
  };
}
