import { backup } from '../backup.ts';
import { runProgram } from '../runProgram.ts';

runProgram(backup);
