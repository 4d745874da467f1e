import { rotateKey } from '../rotateKey.ts';
import { runProgram } from '../runProgram.ts';

runProgram(rotateKey);
