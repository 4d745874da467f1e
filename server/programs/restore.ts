import { RESTORE_USAGE, restoreBackup, runProgram } from './operatorPrograms.ts';

runProgram(restoreBackup, RESTORE_USAGE);
