import { describe, expect, it } from 'vitest';
import { main as classifyMain } from '#cli/classifyProgram.ts';
import { main as importMain } from '#cli/importProgram.ts';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { readColumns } from '#engine/read/readColumns.ts';
import { readFailureText } from '#model/text/readMessages.ts';
import { runProgram } from '../../support/runProgram.ts';
import { sheetPart, textCell, workbookOf } from '../../support/workbook.ts';

const PAYMENT = '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260302<TRNAMT>-6.80<FITID>1<NAME>SHOP ONE</STMTTRN>';
const CAMT =
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt></BkToCstmrStmt></Document>';
const FIELDS = [':25:DE12345', ':28C:1/1', ':61:2603020302D6,80NMSCNONREF', ':86:SHOP ONE'];

/** The rows of a text, as a file that is dropped on the Classifier; or why it is refused. */
async function outcomeOf(text: string | Uint8Array) {
  const rows: (readonly string[])[] = [];
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const read = await readColumns(sourceOfBytes(bytes), ['description'], {}, ({ cells }) => {
    rows.push(cells);
    return 'taken';
  });
  return read.kind === 'read' ? { format: read.reading.format, rows } : readFailureText(read);
}

it.each([
  ['MT940 without a reference', 'mt940', FIELDS.join('\n')],
  [
    'MT940 below lines of a mail',
    'mt940',
    `Dear all,\nthe statement:\n\n:20:REF\n${FIELDS.join('\n')}\n:62F:C260302EUR1,00`,
  ],
  [
    'MT940 with the first field in the line of the block',
    'mt940',
    `{1:F01BANKDEFF}{4:${FIELDS.join('\n')}\n-}`,
  ],
  ...['  ', '\t', '\u00a0'].map((indent) => [
    `MT940 indented by ${JSON.stringify(indent)}`,
    'mt940',
    `:20:REF\n${FIELDS.slice(0, 3).join('\n')}\n:86:105?32SHOP\n?33ONE\n:62F:C260302EUR1,00\n-`.replace(
      /\n/g,
      `\n${indent}`,
    ),
  ]),
  ['QIF, indented', 'qif', '  !Type:Bank\n  D01/31/2026\n  T-6.80\n  PSHOP ONE\n  ^\n'],
  ['movements alone', 'mt940', `Movements\n${FIELDS[2]}\n:86:SHOP ONE`],
  ['OFX without a header', 'ofx', `<BANKTRANLIST>\n${PAYMENT}\n</BANKTRANLIST></OFX>`],
  ['OFX below a line', 'ofx', `Content-Type: application/x-ofx\n\n<OFX>${PAYMENT}</OFX>`],
  ['QIF without a header', 'qif', 'D01/31/2026\nT-6.80\nPSHOP ONE\n^\n'],
  ['QIF without its end', 'qif', 'D01/31/2026\nT-6.80\nPSHOP ONE'],
  ['QIF with a day in digits', 'qif', 'D20260131\nT-6.80\nPSHOP ONE\n^\n'],
  ['QIF with a currency', 'qif', 'D20260131\nT-$6.80\nPSHOP ONE'],
  ['QIF below a line', 'qif', '\n\n!Type:Bank\nD01/31/2026\nT-6.80\nPSHOP ONE\n^\n'],
  [
    'CAMT of a version to come',
    'camt.053',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.99"><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">6.80</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><AddtlNtryInf>SHOP ONE</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>',
  ],
])(
  'a text with the records of a statement is read as one, whatever is missing: %s',
  async (_name, format, text) => {
    const outcome = await outcomeOf(text);
    if (typeof outcome === 'string') throw new Error(outcome);
    expect(outcome.format).toBe(format);
    expect(outcome.rows.map(([, text, amount]) => [text, amount])).toEqual([['SHOP ONE', '-6.80']]);
  },
);

/** What a mail, an editor or a spreadsheet makes of the lines of a text. */
const WRAPPINGS: readonly (readonly [name: string, wrap: (line: string, i: number) => string])[] = [
  ['quoted in a mail', (line) => `> ${line}`],
  ['quoted twice', (line) => `>> ${line}`],
  ['in cells', (line) => `"${line.replaceAll('"', '""')}"`],
  ['in cells with others behind', (line) => `"${line.replaceAll('"', '""')}";;x`],
  ['with numbers', (line, i) => `${i + 1}. ${line}`],
  ['below a number column', (line, i) => `${i + 1};"${line.replaceAll('"', '""')}"`],
];
const WRAPPED = [
  ['MT940', `:20:REF\n${FIELDS.join('\n')}\n:62F:C260302EUR1,00\n-`],
  ['MT940', `${FIELDS[2]}\n:86:SHOP ONE`],
  ['MT940', ':20:A\n:28C:1/1\n:60F:C260302EUR1,00\n:62F:C260302EUR1,00'],
  ['OFX', `<OFX>\n<BANKTRANLIST>\n${PAYMENT}\n</BANKTRANLIST>\n</OFX>`],
  ['QIF', '!Type:Bank\nD01/31/2026\nT-6.80\nPSHOP ONE\n^'],
  ['QIF', 'D01/31/2026\nT-6.80\nPSHOP ONE\n^'],
  [
    'CAMT',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">\n<BkToCstmrStmt>\n</BkToCstmrStmt>',
  ],
  ['XML', '<list>\n<item>SHOP ONE</item>\n</list>'],
  ['JSON', '{\n"rows": [\n{ "text": "SHOP ONE", "amount": -6.8 }\n]\n}'],
  ['JSON', '{"text":"SHOP ONE"}\n{"text":"HOTEL"}'],
] as const;

/** A workbook with a cell of one column for each line. */
const workbookOfLines = (lines: readonly string[], column = 'A') =>
  workbookOf([
    sheetPart(
      lines
        .map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
        .map((line, i) => `<row r="${i + 1}">${textCell(`${column}${i + 1}`, line)}</row>`)
        .join(''),
    ),
  ]);

type Refused = [name: string, text: string | Uint8Array, reason: RegExp];
const refused: readonly Refused[] = [
  [
    'fields of a SWIFT message that is no statement',
    ':20:REF\n:23B:CRED\n:32A:260302EUR6,80\n',
    /closing balance \(62F\)/,
  ],
  ['fields of MT940 without a movement', ':25:DE1\n:28C:1/1\n', /MT940.*without payments/],
  ['the header of OFX alone', 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n', /the file ends before/],
  ['the last lines of a header of OFX', 'DATA:OFXSGML\nVERSION:102\nSECURITY:NONE\n', /the file ends before/],
  [
    'QIF with a line above it',
    'My bank\n!Type:Bank\nD01/31/2026\nT-6.80\n^\n',
    /begins with no field of QIF|no amount|no date/,
  ],
  ['XML with a declaration', '<?xml version="1.0"?>\n<list><a>SHOP</a></list>', /XML/],
  ['XML without a declaration', '<list>\n  <item name="a"/>\n  <item>SHOP ONE</item>\n</list>', /XML/],
  ['XML in one line', '<list><item>SHOP ONE</item></list>', /XML/],
  ['XML below a comment', '<!-- made by a program -->\n<list/>', /XML/],
  ['entries of CAMT without their document', '<Ntry>\n<Amt Ccy="EUR">6.80</Amt>\n</Ntry>', /XML/],
  [
    'another message of ISO 20022',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn></CstmrCdtTrfInitn></Document>',
    /XML/,
  ],
  ['a web page', '<!DOCTYPE html>\n<p>SHOP ONE', /web page/],
  ['a part of a web page', '<div class="row">\n<span>SHOP ONE</span>\n</div>', /web page/],
  ['a saved web archive', 'MIME-Version: 1.0\nContent-Type: multipart/related\n', /web page/],
  [
    'JSON',
    '{\n  "rows": [\n    { "text": "SHOP ONE", "amount": -6.8 },\n    { "text": "HOTEL" }\n  ]\n}\n',
    /JSON/,
  ],
  ['JSON in one line', '[{"text":"SHOP ONE","amount":-6.8}]', /JSON/],
  ['lines of JSON', '{"text":"SHOP ONE"}\n{"text":"HOTEL"}\n', /JSON/],
  ['an array of texts', '[\n  "SHOP ONE",\n  "HOTEL"\n]', /JSON/],
  ['JSON below a line', 'Export\n{"text":"SHOP ONE"}\n{"text":"HOTEL"}\n{"text":"RENT"}\n', /JSON/],
  ['MT940 in one line', `:20:REF ${FIELDS.join(' ')}`, /MT940/],
  ['MT940 in a column of a table', `Bank;${FIELDS[2]}\nBank;:86:SHOP ONE\n`, /MT940/],
  ['OFX in a column of a table', `Bank,"${PAYMENT}"\n`, /OFX/],
  [
    'MT940 with an unknown movement',
    ':61:26/03/02D6,80NMSC\n:86:SHOP\nONE\nTWO\nTHREE\nFOUR',
    /not a movement/,
  ],
  ...WRAPPINGS.flatMap(([name, wrap]) =>
    WRAPPED.map(
      ([format, text]): Refused => [
        `${format} ${name}: ${text.slice(0, 12)}`,
        text.split('\n').map(wrap).join('\n'),
        new RegExp(format),
      ],
    ),
  ),
  ...WRAPPED.flatMap(([format, text]) =>
    ['A', 'C'].map(
      (column): Refused => [
        `${format} in column ${column} of a workbook: ${text.slice(0, 12)}`,
        workbookOfLines(text.split('\n'), column),
        new RegExp(format),
      ],
    ),
  ),
  ...[
    ['CAMT', `<?xml version="1.0"?>${CAMT}`],
    ['CAMT', CAMT],
    ['CAMT', `statement: ${CAMT}`],
    ['OFX', `<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>`],
    ['OFX', `statement: <OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>`],
    ['JSON', '{"rows":[{"text":"SHOP ONE"}]}'],
    ['JSON', '[{"text":"SHOP ONE"},{"text":"HOTEL"}]'],
    ['XML', '<?xml version="1.0"?><list/>'],
    ['XML', '<list><item>SHOP ONE</item></list>'],
  ].flatMap(([format = '', line = '']) =>
    ['', '> '].map(
      (mark): Refused => [
        `${format} in one line of a mail: ${mark}${line.slice(0, 12)}`,
        ['Hi Ann,', 'here is the statement:', line, 'Regards', 'Bob'].map((text) => mark + text).join('\n'),
        new RegExp(format),
      ],
    ),
  ),
  ['a payment of OFX', '<TRNTYPE>DEBIT\n<DTPOSTED>20260302\n<TRNAMT>-6.80\n<NAME>SHOP ONE', /OFX/],
  ['the rest of a payment of OFX', '<TRNAMT>-6.80\n<NAME>SHOP ONE\n</STMTTRN>', /OFX/],
  ['QIF without the date of its record', 'T-6.80\nPSHOP ONE\n^\n', /a record has no date/],
  ['QIF without an amount', 'D01/31/2026\nPSHOP ONE\n^\n', /a record has no amount/],
  ['rows of a web page without end tags', '<tr><td>SHOP ONE<td>-6.80\n<tr><td>HOTEL<td>9', /web page/],
  ['MT940 in one cell of a workbook', workbookOfLines([`Text`, FIELDS.join('\r\n')]), /MT940/],
  ['RTF', '{\\rtf1\\ansi SHOP ONE}', /formatted document/],
  ['PDF behind a blank', '\n%PDF-1.7\n1 0 obj', /PDF/],
  ['PDF', '%PDF-1.7\n1 0 obj', /PDF/],
  ['SYLK', 'ID;PWXL;N;E\nP;PGeneral\nC;Y1;X1;K"SHOP ONE"\nE\n', /SYLK/],
  [
    'SYLK of another program',
    'ID;PCALCOOO32\nP;PGeneral\nF;W1 1 10\nB;Y2;X3\nC;X1;Y1;K"SHOP ONE"\nE\n',
    /SYLK/,
  ],
  ['DIF', 'TABLE\n0,1\n"EXCEL"\nVECTORS\n0,2\n""\n', /DIF/],
  ...(
    [
      ['an old workbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], /old form/],
      ['an older workbook', [0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00], /old form/],
      ['gzip', [0x1f, 0x8b, 0x08, 0x00], /an archive/],
      ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], /an archive/],
      ['RAR', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x01], /an archive/],
      ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], /an archive/],
      ['TAR', [...Buffer.from('list.csv'.padEnd(257, '\0')), ...Buffer.from('ustar\0')], /an archive/],
      ['UTF-32 with its mark', [0xff, 0xfe, 0, 0, 0x41, 0, 0, 0, 0x42, 0, 0, 0], /UTF-32/],
      ['UTF-32, big endian, with its mark', [0, 0, 0xfe, 0xff, 0, 0, 0, 0x41], /UTF-32/],
      ['UTF-32', [0x41, 0, 0, 0, 0x42, 0, 0, 0, 0x43, 0, 0, 0], /UTF-32/],
      ['a picture', [0xff, 0xd8, 0xff, 0xe0], /picture/],
    ] as const
  ).map(([name, bytes, reason]): Refused => [name, Uint8Array.from(bytes), reason]),
];

it.each(refused)(
  'what is neither lines nor a table is refused by its name: %s',
  async (_name, text, reason) => {
    expect(await outcomeOf(text)).toMatch(reason);
    const stdin = Buffer.from(text);
    for (const run of [
      runProgram(importMain, ['-'], { stdin }),
      runProgram(classifyMain, ['--mappings', '-'], { stdin }),
    ]) {
      const { code, out, err } = await run;
      expect({ code, out }).toEqual({ code: 2, out: '' });
      // A list with accounts is no statement, whatever the statement lacks.
      expect(err).toMatch(new RegExp(`${reason.source}|bank statement`));
    }
  },
);

describe('a table stays a table, whatever its first column holds', () => {
  it.each([
    ['a name like that of SYLK', 'ID;PAYEE\nC;SHOP ONE\nP;HOTEL\nB;RENT'],
    ['another', 'ID;Partner\nP;SHOP ONE\nC;HOTEL\nB;RENT'],
    ['JSON', 'meta;Description;Amount\n"{""a"":1}";SHOP ONE;5\n"{""a"":2}";HOTEL;6\n"{""b"":[]}";RENT;7'],
    [
      'JSON without quotation marks',
      'Meta,Description,Amount\n{"a":1},SHOP ONE,5\n{"a":2},HOTEL,6\n[],RENT,7',
    ],
    ['empty JSON, without names', '{},SHOP ONE,-5.00\n{},HOTEL,-6.00\n{},RENT,-7.00'],
    ['HTML', 'Text;Amount\n"<b>SHOP ONE</b>";5,00\n"<b>HOTEL</b>";6,00\n"<b>RENT</b>";7,00'],
    ['XML behind tabs', 'Text\tAmount\n<a>SHOP ONE</a>\t5,00\n<a>HOTEL</a>\t6,00\n<a>RENT</a>\t7,00'],
  ])('%s', async (_name, text) => {
    const outcome = await outcomeOf(text);
    const rows = typeof outcome === 'string' ? [] : outcome.rows.map((cells) => cells.join(' '));
    for (const [i, text] of ['SHOP ONE', 'HOTEL', 'RENT'].entries()) expect(rows.at(i - 3)).toContain(text);
    expect(outcome).toMatchObject({ rows: { 0: { length: text.split('\n')[0]?.split(/[;,\t]/).length } } });
  });

  it('JSON in a workbook', async () => {
    const row = (texts: readonly string[], i: number) =>
      `<row r="${i + 1}">${texts.map((text, at) => textCell(`${'AB'[at]}${i + 1}`, text)).join('')}</row>`;
    const rows = [
      ['Description', 'Amount'],
      ['{"a":1}', '5'],
      ['{"a":2}', '6'],
    ];
    const outcome = await outcomeOf(workbookOf([sheetPart(rows.map(row).join(''))]));
    expect(outcome).toMatchObject({ rows: rows.slice(1) });
  });
});

describe('plain lines stay lines', () => {
  const LINES = ['CARD 1234 SHOP ONE', 'SEPA DD HOTEL LAKE', 'SALARY', 'FEE', 'ATM 10:30 MAIN ST', 'RENT'];
  it.each([
    ['a line in angle brackets', '<unknown>'],
    ['a line that is a tag', '<b>PAID</b>'],
    ['a line of JSON', '{"note": "paid"}'],
    ['a line in brackets', '[123456] ACME'],
    ['a line in braces', '{REF 12} ACME'],
    ['a line with one field', ':20:REF 12'],
    ['a time', ':10:30 TRANSFER'],
    ['a caret', '^'],
    ['an exclamation mark', '!Type of payment unknown'],
    ['an option', '!Option: paid by card'],
    ['something cleared', '!Clear: cheque 5'],
    ['an unknown type', '!Type: unknown'],
    ['a type of payment', '!Type: Bank transfer'],
    ['a movement in a purpose', 'RETURN OF :61:2603020302D6,80 FEE'],
    ['a movement in a cell', '2026-03-02;RETURN OF :61:2603020302D6,80 FEE;6,80'],
    ['letters and digits', 'T100\nD2 PARKING'],
    ['a cell of tags', '<b><i>PAID</i></b>;1'],
    ['a cell of JSON', '"[{""a"":1}]"'],
    ['brackets in braces', '{"note": "paid [1]"}'],
    ['less than', '< 5 EUR ROUNDING'],
    ['an arrow', '-> ACME <-'],
    ['two letters', 'BM FUEL'],
    ['PK', 'PK 12 PARKING'],
    ['a percent sign', '%PDF LICENCE'],
    ['a date', 'D 12 MARCH'],
    ['a quoted line', '> SHOP ONE'],
    ['a numbered line with a time', '1. 10:30:15 ATM'],
    ['a bullet', '- RENT: MAIN ST'],
    ['two fields of a SWIFT message', ':20:REF 12\n:86:RENT'],
    ['two times', ':20:30 TRANSFER\n:10:45 TRANSFER\n:11:10 TRANSFER'],
    ['text in quotation marks', '"SHOP ""ONE"""'],
  ])('%s', async (_name, odd) => {
    for (const lines of [
      [odd, ...LINES],
      [...LINES, odd],
      [...LINES, odd, ...LINES],
    ]) {
      const text = lines.join('\n');
      expect(await outcomeOf(text)).toMatchObject({ rows: { length: text.split('\n').length } });
    }
  });
});
