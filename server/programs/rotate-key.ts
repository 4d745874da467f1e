import { existsSync } from 'node:fs';
import Database from 'libsql';
import { addKey } from '../auth/signing-keys.ts';
import { StartError } from '../start-error.ts';
import { faultOf } from '../store/check-file.ts';
import { dataFilesOf } from '../store/data-folder.ts';
import { runProgram } from './run-program.ts';

runProgram(({ dataDir, now }) => {
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
});
