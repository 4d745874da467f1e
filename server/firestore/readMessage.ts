import { isRecord } from '../scalars/strictJson.ts';
import { invalid, unimplemented } from './status.ts';

/**
 * Strict reading of what a client sends. Every object of a request is read by {@link readRecord}, which refuses each
 * member that the server does not know: a member that the server ignored would make its answer silently wrong.
 */
export function readRecord(input: unknown, what: string, known: readonly string[]): Record<string, unknown> {
  if (!isRecord(input)) throw invalid(`${what} must be an object.`);
  for (const name of Object.keys(input)) {
    if (!known.includes(name))
      throw unimplemented(`The member "${name.slice(0, 100)}" of ${lowerFirst(what)}`);
  }
  return input;
}

/** The elements of a list; none where it is missing. Throws INVALID_ARGUMENT. */
export function readList(input: unknown, what: string): readonly unknown[] {
  if (input === undefined) return [];
  if (!Array.isArray(input)) throw invalid(`${what} must be a list.`);
  return input;
}

/** Of the protocol's type, a 32-bit integer. */
const MAX_INT = 2_147_483_647;

/** A whole number of 32 bits, not below `least`. Throws INVALID_ARGUMENT. */
export function readInt(input: unknown, what: string, least = 0): number {
  if (typeof input === 'number' && Number.isInteger(input) && input >= least && input <= MAX_INT)
    return input;
  throw invalid(`${what} must be a whole number from ${least} to ${MAX_INT}.`);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
