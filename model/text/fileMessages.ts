import { counted, grouped } from './figures.ts';

/** What the Upload screen says about its pairs and about a file that was added. */
export const fileMessages = {
  pasteOrDrop:
    'Paste two columns of a spreadsheet, one pair per line, or drop an Excel, CSV or text file here.',
  boxIsFolded: 'The box shows the first lines; all of them are read.',
  wideLines: (n: number) =>
    `${counted(n, 'line has', 'lines have')} more than two columns: the first is read as description, the second as account, the others are left out.`,
  orphanedDrafts: (n: number) =>
    `This browser still has the pairs of ${n === 1 ? 'a closed tab' : `${n} closed tabs`}.`,
  refuseDrafts: 'Discard the pairs of closed tabs? This cannot be undone.',
  pairsNotStored: 'These pairs are lost when the page is closed',
  whyNotStored: (detail: string) => `This browser does not keep them (${detail}).`,

  /** A pasted text, where messages name a file. */
  pasted: 'the pasted text',
  fileRead: (name: string) => `Read ${name}.`,
  firstFileOnly: (name: string, others: number) =>
    `Read ${name} only; ${counted(others, 'more file was', 'more files were')} left aside. Add one file at a time.`,
  howRead: (name: string) => `How ${name} was read`,
  encodingInDoubt: (samples: string) =>
    `Are the letters below right? The file does not say how they are stored: ${samples}. If some are wrong, choose another encoding; if none is right, save the file as UTF-8.`,
  leaveOutAgain: 'Leave them out again',
  chooseColumns: (name: string) => `Choose the columns of ${name}.`,
  repetitionsLeftOut: (n: number) => `${grouped(n)} repeated lines were left out.`,
  fileIsFolder: (name: string) => `Failed to read ${name}: it is a folder. Drop the file itself.`,
  fileOfWrongType: (name: string) =>
    `Failed to read ${name}: it is no table. Save your list as XLSX or CSV and add that file.`,
  fileTooLong: (name: string, limit: number) =>
    `Failed to read ${name}: it has more than ${grouped(limit)} different lines. Split it.`,
  fileUnreadable: (name: string, reason: string) => `Failed to read ${name}: ${reason}`,
  previewOfPairs: 'What adding these pairs would do. Nothing is stored yet.',
  previewOfAccounts: 'What importing would do. Nothing is stored yet.',
  uploading: (done: number, of: string, isStopping: boolean) =>
    isStopping ? `Stopping after ${grouped(done)} of ${of}` : `${grouped(done)} of ${of} mappings`,
  uploadIncomplete: 'This upload is not complete',
  uploadStopped: (done: number | null, of: string) =>
    `${done === null ? `Adding ${of} mappings was interrupted.` : `${grouped(done)} of ${of} mappings are in the list.`} Resuming adds the rest.`,
} as const;
