import { resolve } from 'node:path';
import { DEFAULT_CONFIG } from '../config.ts';
import { StartError } from '../StartError.ts';

/** What the small programs beside the server get. */
export type ProgramInput = {
  /** What stands on the command line. */
  readonly args: readonly string[];
  /** Folder of the data (DATA_DIR). */
  readonly dataDir: string;
  readonly now: Date;
};

/** Does its work and returns the line to print. @throws StartError when it cannot */
export type Program = (input: ProgramInput) => string;

/** Runs a program that says one line. Exit code 1, and the reason as that line, when it could not do its work. */
export function runProgram(work: Program): void {
  const dataDir = resolve(process.env['DATA_DIR'] || DEFAULT_CONFIG.dataDir);
  try {
    process.stdout.write(`${work({ args: process.argv.slice(2), dataDir, now: new Date() })}\n`);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** The one argument of a program. @throws StartError `settings` */
export function onlyArgument(args: readonly string[], usage: string): string {
  const [argument, ...rest] = args;
  if (argument === undefined || argument.startsWith('-') || rest.length > 0)
    throw new StartError('settings', `Usage: ${usage}`);
  return argument;
}
