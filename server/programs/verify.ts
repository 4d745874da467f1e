import { runProgram, verify } from './operatorPrograms.ts';

runProgram(verify);
