import { BACKUP_USAGE, backup, runProgram } from './operatorPrograms.ts';

runProgram(backup, BACKUP_USAGE);
