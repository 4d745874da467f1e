import { archiveHistory } from './historyPrograms.ts';
import { runProgram } from './operatorPrograms.ts';

runProgram(archiveHistory);
