import { removeUnreadable } from '../removeUnreadable.ts';
import { runProgram } from '../runProgram.ts';

runProgram(removeUnreadable);
