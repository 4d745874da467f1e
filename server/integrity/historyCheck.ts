import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { log } from '../log.ts';

/** Milliseconds. The first check is not in the way of a start, and one that is made every night comes to it, too. */
const FIRST_AFTER = 5 * 60_000;
const EVERY = 24 * 60 * 60_000;
/** As `nice` has it: the server comes first. */
const LOW_PRIORITY = 10;

export type HistoryCheckOptions = {
  /** The built program `verify`. */
  readonly program: string;
  readonly dataDir: string;
  readonly now: () => number;
  /** Milliseconds from the start to the first check, and from one to the next. */
  readonly firstAfter?: number;
  readonly every?: number;
};

/** What the last check has found. */
type HistoryState = {
  readonly holds: boolean;
  /** When it ended, in milliseconds since 1970; null: none has been made since the start. */
  readonly checkedAt: number | null;
};

/**
 * Runs `verify` once a day on the data of the running server, in a process of its own: it reads all of them, as of one
 * moment, and would hold up everybody for seconds. What it says goes to the log.
 */
export function startHistoryCheck(options: HistoryCheckOptions) {
  const { firstAfter = FIRST_AFTER, every = EVERY, now } = options;
  let state: HistoryState = { holds: true, checkedAt: null };
  let child: ChildProcess | null = null;
  const check = () => {
    child = runVerify(options, (holds, said) => {
      child = null;
      timer = setTimeout(check, every).unref();
      if (holds === null) log.warn('The histories could not be checked', { said });
      else if (holds) log.info('The histories were checked, and hold', { said });
      else log.error('The histories were checked, and do not hold', { said });
      if (holds !== null) state = { holds, checkedAt: now() };
    });
  };
  let timer = setTimeout(check, firstAfter).unref();
  return {
    get state(): HistoryState {
      return state;
    },
    close(): void {
      clearTimeout(timer);
      child?.removeAllListeners('close').kill();
    },
  };
}

/** @param done whether the histories hold, null when that is not known; and what the program says */
function runVerify(
  { program, dataDir }: HistoryCheckOptions,
  done: (holds: boolean | null, said: string) => void,
): ChildProcess {
  const env = { ...process.env, DATA_DIR: dataDir };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.once('spawn', () => lowerPriority(child.pid));
  // The process could not be started: `close` follows.
  child.once('error', (error) => (said += error.message));
  child.once('close', (code) => {
    const holds = code === 0 ? true : isRefusal(code, said) ? false : null;
    done(holds, said.trim());
  });
  return child;
}

/** Whether the program has refused the data, and has not failed by itself. */
function isRefusal(code: number | null, said: string): boolean {
  return code === 1 && /^The (history|data file|write-ahead log) /m.test(said);
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, LOW_PRIORITY);
  } catch (error) {
    log.debug('The priority of the check could not be lowered', { error });
  }
}
