import { resolve } from 'node:path';
import { backUp } from '../store/backup.ts';
import { onlyArgument, runProgram } from './runProgram.ts';

const USAGE = 'npm run backup -- FOLDER|FILE   (DATA_DIR: folder of the data; the server may run)';

runProgram(({ args, dataDir, now }) => {
  const target = onlyArgument(args, USAGE);
  // `resolve` would drop the slash that makes a name a folder.
  const file = backUp(dataDir, target.endsWith('/') ? `${resolve(target)}/` : resolve(target), now);
  return `Backed up to ${file}. It holds password hashes and signing keys: keep it as safe as the data.`;
});
