import { removeUnreadable, runProgram } from './operatorPrograms.ts';

runProgram(removeUnreadable);
