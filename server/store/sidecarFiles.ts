import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type DataFolder, dataFilesOf } from './dataFolder.ts';
import { writeWhole } from './wholeFile.ts';

/** Text files of a data folder that belong to the data, and how their names end beside a backup. */
const SIDECARS: readonly {
  readonly name: keyof Pick<DataFolder, 'auditFile' | 'formerListFile'>;
  readonly what: string;
  readonly ending: string;
  /** Whether a restore leaves one that is there: going back to former data undoes nothing of what has happened since. */
  readonly stays: boolean;
}[] = [
  { name: 'auditFile', what: 'the audit log', ending: '.audit.log', stays: true },
  {
    name: 'formerListFile',
    what: 'the list from before its history',
    ending: '.list-before-history.csv',
    stays: false,
  },
];

/**
 * Copies what belongs to the data of a folder beside a backup. Only whole lines: the server may be writing one.
 * @returns what was copied, in words
 */
export function backUpSidecars(dataDir: string, backup: string): string[] {
  return SIDECARS.flatMap(({ name, what, ending }) => {
    const source = dataFilesOf(dataDir)[name];
    if (!existsSync(source)) return [];
    const text = readFileSync(source, 'utf8');
    writeOwn(backup + ending, text.slice(0, text.lastIndexOf('\n') + 1));
    return [what];
  });
}

/** Puts what is beside a backup into a data folder. */
export function restoreSidecars(backup: string, dataDir: string): void {
  for (const { name, ending, stays } of SIDECARS) {
    const [source, target] = [backup + ending, dataFilesOf(dataDir)[name]];
    if (existsSync(source) && !(stays && existsSync(target))) writeOwn(target, readFileSync(source, 'utf8'));
  }
}

/** Writes a whole file for the owner alone. */
export function writeOwn(file: string, text: string): void {
  writeWhole(file, (unfinished) => writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx' }));
}
