import { ROTATE_USAGE, rotateKey, runProgram } from './operatorPrograms.ts';

runProgram(rotateKey, ROTATE_USAGE);
