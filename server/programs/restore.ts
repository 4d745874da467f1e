import { restoreBackup, runProgram } from './operatorPrograms.ts';

runProgram(restoreBackup);
