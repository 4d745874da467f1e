import { existsSync } from 'node:fs';
import Database from 'libsql';
import { addKey } from '../auth/signingKeys.ts';
import { StartError } from '../StartError.ts';
import { faultOf } from '../store/backup.ts';
import { dataFilesOf } from '../store/dataFolder.ts';
import type { ProgramInput } from './runProgram.ts';

/** Adds a signing key, whether the server runs or not. @throws StartError */
export function rotateKey({ dataDir, now }: ProgramInput): string {
  const file = dataFilesOf(dataDir).databaseFile;
  const fault = existsSync(file) ? faultOf(file) : 'there is no such file';
  if (fault !== null) throw new StartError('data-damaged', `${file} cannot be used (${fault}).`);
  const db = new Database(file);
  try {
    db.pragma('busy_timeout = 5000');
    addKey(db, now.getTime());
  } finally {
    db.close();
  }
  return 'A new key signs from now on. Nobody is signed out: the one before it is good for checking for an hour.';
}
