import { VERIFY_USAGE, verify } from './historyPrograms.ts';
import { runProgram } from './operatorPrograms.ts';

runProgram(verify, VERIFY_USAGE);
