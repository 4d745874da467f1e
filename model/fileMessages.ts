/** What the Upload screen says about a file that was added. */
export const fileMessages = {
  fileRead: (name: string) => `Read ${name}.`,
  firstFileOnly: (name: string, others: number) =>
    `Read ${name} only; ${others} more ${others === 1 ? 'file was' : 'files were'} left aside. Add one file at a time.`,
  repetitionsLeftOut: (n: number) => `${n.toLocaleString('en-US')} repeated lines were left out.`,
  fileIsFolder: (name: string) => `Failed to read ${name}: it is a folder. Drop a CSV file.`,
  fileOfWrongType: (name: string) =>
    `Failed to read ${name}: it is not a CSV file. Save your table as CSV and add that file.`,
  fileIsWorkbook: (name: string) =>
    `Failed to read ${name}: it is an Excel workbook, whatever its name. Save it as CSV and add that file.`,
  fileNotText: (name: string) => `Failed to read ${name}: it is not a text file.`,
  fileEmpty: (name: string) => `Failed to read ${name}: it is empty.`,
  fileQuoteOpen: (name: string, line: number) =>
    `Failed to read ${name}: the quotation mark in line ${line} is never closed.`,
  fileTooLong: (name: string, limit: number) =>
    `Failed to read ${name}: it has more than ${limit.toLocaleString('en-US')} different lines. Split it.`,
  fileUnreadable: (name: string, reason: string) => `Failed to read ${name}: ${reason}`,
} as const;
