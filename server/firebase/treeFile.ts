import { isDeepStrictEqual } from 'node:util';
import { readAccessEntry } from '#model/access.ts';
import { chartProblem, readChartAccount, storedChartAccount } from '#model/chart.ts';
import { isMailable } from '#model/email.ts';
import { readListVersion } from '#model/log/version.ts';
import {
  ACCESS_PATH,
  CHART_PATH,
  HISTORY_ARCHIVE_PATH,
  PROPOSAL_LIMIT_PATH,
  PROPOSALS_PATH,
  WAITING_PROPOSALS_PATH,
} from '#model/paths.ts';
import { counted } from '#model/text/figures.ts';
import { keysAt, nodeAt, type TreeNode, toPlain } from '../database/tree/node.ts';
import { parseValue, Refusal } from '../database/wire/values.ts';
import { LOGS, type NamedLog } from '../integrity/logs.ts';
import { unaccountedBy } from '../integrity/verifyLogs.ts';
import { fileFault, parseExported } from './exportedJson.ts';

/** The places at the top that the rules know, and the seals, which an import leaves out. */
const PLACES: ReadonlySet<string | null> = new Set([
  ...LOGS.flatMap(({ log }) => [log.changed, log.version, log.history, log.changes, log.marks, log.seal]),
  ...[HISTORY_ARCHIVE_PATH, PROPOSALS_PATH, PROPOSAL_LIMIT_PATH, WAITING_PROPOSALS_PATH, 'usage'],
]);

/** More places than these are counted only. */
const MAX_NAMED = 20;

/** The keys that stood in a log before it had a history. */
type TakenOver = NamedLog & { readonly keys: readonly string[] };

/**
 * Reads what `firebase database:get /` wrote.
 * @returns the tree, and what has to be taken over unverified: the children of logs that have no history at all
 * @throws StartError naming what is of another form than the rules have, or is in no entry of the history that there is
 */
export function readTreeFile(
  text: string,
  file: string,
): { readonly tree: TreeNode | null; readonly takenOver: readonly TakenOver[] } {
  const tree = parsedTree(text, file);
  const others = keysAt(tree, []).filter((key) => !PLACES.has(key));
  refuseNamed(file, others, 'not of this app, and nobody could read it: remove it there.');
  for (const [place, isFit] of [[ACCESS_PATH, isAccess] as const, [CHART_PATH, isAccount] as const]) {
    const unfit = keysAt(tree, [place]).filter((key) => !isFit(key, toPlain(nodeAt(tree, [place, key]))));
    const form =
      'not in the form of docs/rules.md, under the key of its own address or code: correct it there.';
    refuseNamed(file, inPlace(place, unfit), form);
  }
  return { tree, takenOver: LOGS.flatMap((named) => takenOverIn(tree, file, named)) };
}

function parsedTree(text: string, file: string): TreeNode | null {
  const otherwise = (detail: string) => `${file} is no JSON (${detail}): export the database again.`;
  const content = parseExported(text, file, otherwise);
  if (content === null)
    throw fileFault(
      `${file} is null, as of an empty database: export the one that the app uses (--instance names it), or write {} there to begin with none.`,
    );
  if (typeof content !== 'object' || Array.isArray(content))
    throw fileFault(`${file} is no export of a database, which is an object: export it again.`);
  try {
    // The database writes a place whose keys are numbers from 0 as a list: nulls in it are no children.
    return parseValue(content, { stored: null, now: 0, depth: 0 });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw fileFault(`${file}: ${error.message}. Correct it there.`);
  }
}

/** A log that has begun accounts for everything: what it does not know was written past the app. */
function takenOverIn(tree: TreeNode | null, file: string, named: NamedLog): TakenOver[] {
  const { changed, version } = named.log;
  const keys = unaccountedBy(named, tree);
  if (keys.length === 0) return [];
  if (readListVersion(toPlain(nodeAt(tree, [version]))).seq === 0) return [{ ...named, keys }];
  const remedy = `in no entry of the history of ${named.subject}: remove it there, and enter it in the app after the import (an administrator by npm run grant-admin).`;
  refuseNamed(file, inPlace(changed, keys), remedy);
  return [];
}

const inPlace = (place: string, keys: readonly string[]) => keys.map((key) => `${place}/${key}`);

function refuseNamed(file: string, places: readonly string[], fault: string): void {
  if (places.length === 0) return;
  const more = places.length > MAX_NAMED ? ` and ${counted(places.length - MAX_NAMED, 'other')}` : '';
  const names = places.slice(0, MAX_NAMED).map((place) => JSON.stringify(place.slice(0, 200)));
  throw fileFault(`${file}: ${names.join(', ')}${more}: ${fault}`);
}

function isAccess(key: string, stored: unknown): boolean {
  const entry = readAccessEntry(key, stored);
  return (
    isDeepStrictEqual(entry, stored) &&
    entry !== null &&
    isMailable(entry.email) &&
    (entry.allow || !entry.admin) &&
    entry.uid !== ''
  );
}

function isAccount(key: string, stored: unknown): boolean {
  const account = readChartAccount(key, stored);
  return (
    account !== null &&
    chartProblem(account) === null &&
    isDeepStrictEqual(storedChartAccount(account), stored)
  );
}
