import { ARCHIVE_USAGE, archiveHistory } from './historyPrograms.ts';
import { runProgram } from './operatorPrograms.ts';

runProgram(archiveHistory, ARCHIVE_USAGE);
