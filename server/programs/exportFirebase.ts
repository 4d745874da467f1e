import { EXPORT_USAGE, exportFirebase } from './movingPrograms.ts';
import { runProgram } from './operatorPrograms.ts';

runProgram(exportFirebase, EXPORT_USAGE);
