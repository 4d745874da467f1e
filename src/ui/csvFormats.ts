type CsvFormat = { readonly format: 'csv' | 'csv-semicolons'; readonly label: string };

/**
 * The kinds of CSV that can be exported. First the one that a spreadsheet of the user's language opens with a double click:
 * where the decimal sign is a comma, semicolons separate the cells. WebKit says `C` where the system has no language.
 */
export function csvFormats(language = navigator.language): readonly [CsvFormat, CsvFormat] {
  const number = new Intl.NumberFormat(language === 'C' ? 'en' : language).format(1.5);
  return number.includes(',')
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
