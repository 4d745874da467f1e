import { restoreBackup } from '../restore.ts';
import { runProgram } from '../runProgram.ts';

runProgram(restoreBackup);
