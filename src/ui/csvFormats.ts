type CsvFormat = { readonly format: 'csv' | 'csv-semicolons'; readonly label: string };

/**
 * The kinds of CSV that can be exported. First the one that a spreadsheet of the user's language opens with a double click:
 * where the decimal sign is a comma, semicolons separate the cells.
 */
export function csvFormats(language = navigator.language): readonly [CsvFormat, CsvFormat] {
  const decimal = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal');
  return decimal?.value === ','
    ? [
        { format: 'csv-semicolons', label: 'CSV' },
        { format: 'csv', label: 'CSV (commas)' },
      ]
    : [
        { format: 'csv', label: 'CSV' },
        { format: 'csv-semicolons', label: 'CSV (semicolons)' },
      ];
}

/** What the name of a file of this format ends with. */
export function endingOf(format: CsvFormat['format'] | 'xlsx'): 'csv' | 'xlsx' {
  return format === 'xlsx' ? 'xlsx' : 'csv';
}
