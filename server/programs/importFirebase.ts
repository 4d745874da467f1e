import { IMPORT_USAGE, importFirebase } from './movingPrograms.ts';
import { runProgram } from './operatorPrograms.ts';

runProgram(importFirebase, IMPORT_USAGE);
