import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { StartError } from '../StartError.ts';

/** The version in package.json, for messages. */
const VERSION = '1.0.1';

/**
 * Where a replica is: the whole path of a folder, or an address in a bucket like `s3://bucket/path`.
 * @param text as an operator gives it
 * @param dataDir the folder that it is to outlive
 * @throws StartError that does not quote the text: it may hold a password
 */
export function readReplicaAddress(text: string, dataDir: string): string {
  if (/^[\w+.-]+:\/\//.test(text)) {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isBucket = url?.protocol === 's3:' && url.host !== '' && url.search === '';
    if (isBucket && url.username === '' && url.password === '') return text;
    throw new StartError(
      'settings',
      'The address of the replica is neither a folder nor like s3://bucket/path. Give a key in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, never in the address.',
    );
  }
  const folder = resolve(text);
  if (!relative(dataDir, folder).startsWith('..'))
    throw new StartError(
      'settings',
      `The replica ${folder} would be lost with the data folder: give a folder on another disk, or s3://bucket/path.`,
    );
  return folder;
}

/** The program of Litestream. @throws StartError where its package is not installed */
export function findLitestream(): string {
  const name = `@flydotio/litestream-${process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url).resolve(`${name}/litestream`);
  } catch (cause) {
    const message = `A replica needs Litestream (Linux or macOS), which is not installed: run "npm install --no-save ${name}@${VERSION}", or start without REPLICA.`;
    throw new StartError('settings', message, { cause });
  }
}

/** Runs Litestream in `sh`, with its settings from a pipe: so no file has to be written. */
const START = `settings=$1 engine=$2 command=$3; shift 3
  printf %s "$settings" | "$engine" "$command" -no-expand-env -config /dev/stdin "$@"`;

/** {@link START} until the standard input ends, which the system sees to even when the server is killed. */
const START_GUARDED = `exec 3<&0
  ${START} 3<&- &
  child=$!
  { cat <&3; kill $child; sleep 5; kill -9 $child; } >/dev/null 2>&1 &
  guard=$!
  wait $child; code=$?
  kill $guard
  exit $code`;

/**
 * Starts to replicate the database `file`. Litestream ends when the standard input of what is returned does, or its
 * process; it then gets five seconds to carry the last changes.
 */
export function spawnLitestream(file: string, address: string) {
  // Ctrl+C in a terminal goes to the server alone, which has changes to store before it ends.
  return spawn('sh', argumentsOf(START_GUARDED, 'replicate', file, address), { detached: true });
}

function argumentsOf(script: string, command: string, file: string, address: string): string[] {
  return ['-c', script, 'sh', settingsOf(file, address), findLitestream(), command];
}

/** A line of 80 bytes for each half second of the day that a replica keeps. */
const MAX_OUTPUT = 2 ** 26;

/** When a replica was written last, as `2026-03-03T10:12:05Z`; null when there is none. @throws StartError */
export function lastWritten(file: string, address: string): string | null {
  const lines = runLitestream('wal', file, address).split('\n').slice(1);
  const times = lines.flatMap((line) => /\S+$/.exec(line.trimEnd())?.[0] ?? []);
  return times.sort().at(-1) ?? null;
}

/** Puts what a replica holds into a new file. @throws StartError */
export function fetchReplica(file: string, address: string, target: string): void {
  runLitestream('restore', file, address, ['-o', target]);
}

/** @returns what it prints */
function runLitestream(
  command: 'wal' | 'restore',
  file: string,
  address: string,
  options: readonly string[] = [],
): string {
  const args = [...argumentsOf(START, command, file, address), ...options, file];
  const { status, stdout, stderr } = spawnSync('sh', args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT });
  const said = `${stdout}${stderr}`;
  const fault = said
    .split('\n')
    .map(readLine)
    .findLast((line) => line?.level === 'ERROR');
  if (status === 0 && fault === undefined) return stdout;
  const reason = fault?.error ?? said.trim();
  throw new StartError('folder-unusable', `The replica ${address} cannot be read (${reason}).`);
}

/** A line of Litestream's log. */
export type LogLine = { readonly level: string; readonly msg: string; readonly error?: string };

/** Null for a line of something else. */
export function readLine(line: string): LogLine | null {
  try {
    const found = JSON.parse(line) as LogLine;
    return typeof found?.level === 'string' ? found : null;
  } catch {
    return null;
  }
}

/** JSON, which is YAML, too. The data are looked at, and sent, so often that no second acknowledged change waits longer. */
function settingsOf(file: string, address: string): string {
  const place = address.startsWith('s3://') ? { url: address } : { type: 'file', path: address };
  const replica = { ...place, 'sync-interval': '500ms' };
  return JSON.stringify({
    logging: { type: 'json' },
    dbs: [{ path: file, 'monitor-interval': '250ms', replicas: [replica] }],
  });
}
