import { backup, runProgram } from './operatorPrograms.ts';

runProgram(backup);
