import { rotateKey, runProgram } from './operatorPrograms.ts';

runProgram(rotateKey);
