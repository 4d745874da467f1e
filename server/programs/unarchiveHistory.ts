import { UNARCHIVE_USAGE, unarchiveHistory } from './historyPrograms.ts';
import { runProgram } from './operatorPrograms.ts';

runProgram(unarchiveHistory, UNARCHIVE_USAGE);
