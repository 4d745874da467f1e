import type { Program } from '#server/programs/operatorPrograms.ts';
import { StartError } from '#server/StartError.ts';

/** What a program of the operator says, or `refused: ` and why. */
export function saidBy(program: Program, options: Parameters<Program>[0]): string {
  try {
    return program(options);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return `refused: ${error.message}`;
  }
}
