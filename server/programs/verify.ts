import { verify } from './historyPrograms.ts';
import { runProgram } from './operatorPrograms.ts';

runProgram(verify);
