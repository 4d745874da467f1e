import { REMOVE_USAGE, removeUnreadable, runProgram } from './operatorPrograms.ts';

runProgram(removeUnreadable, REMOVE_USAGE);
