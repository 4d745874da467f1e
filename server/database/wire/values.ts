import { Branch, childOf, type Primitive, type TreeNode } from '../tree/node.ts';
import { MAX_DEPTH, refuseKey } from './paths.ts';

const MAX_STRING_BYTES = 10 * 1024 * 1024;
/** Half a character, as cut texts have. UTF-8 has no form for it, and the SDK throws when it hashes one. */
const LONE_SURROGATES = /\p{Surrogate}/gu;
const REPLACEMENT_CHARACTER = '\ufffd';

export type ParsedValue =
  | { readonly kind: 'value'; readonly value: TreeNode | null }
  | { readonly kind: 'invalid'; readonly reason: string };

export type ValueContext = {
  /** What is stored at the place now; increments add to it. */
  readonly stored: TreeNode | null;
  /** Milliseconds; the one time stamp of the request. */
  readonly now: number;
  /** Depth of the place. */
  readonly depth: number;
};

/**
 * Reads the data of a write. Server values (`{".sv":"timestamp"}`, `{".sv":{"increment":n}}`) are resolved,
 * nulls and empty objects vanish. The priority form `{".value":…,".priority":…}` is understood; priorities
 * themselves are not kept.
 */
export function parseValue(data: unknown, context: ValueContext): ParsedValue {
  try {
    return { kind: 'value', value: readNode(data, context) };
  } catch (error) {
    if (error instanceof InvalidValue) return { kind: 'invalid', reason: error.message };
    throw error;
  }
}

/** Carries the reason out of the recursion; never leaves this module. */
class InvalidValue extends Error {}

function readNode(data: unknown, context: ValueContext): TreeNode | null {
  if (context.depth > MAX_DEPTH) throw new InvalidValue(`The data is deeper than ${MAX_DEPTH} keys`);
  if (data === null) return null;
  if (typeof data !== 'object') return readPrimitive(data);
  if ('.sv' in data) return serverValue(data['.sv'], context);
  if ('.value' in data) return readLeafForm(data, context);
  return readBranch(data, context);
}

function readPrimitive(data: unknown): Primitive {
  if (typeof data === 'boolean') return data;
  if (typeof data === 'number' && Number.isFinite(data)) return data + 0; // -0, which JSON cannot say, becomes 0
  if (typeof data !== 'string') throw new InvalidValue(`${String(data)} cannot be stored`);
  if (data.length * 3 > MAX_STRING_BYTES && Buffer.byteLength(data) > MAX_STRING_BYTES) {
    throw new InvalidValue(`A string is longer than ${MAX_STRING_BYTES} bytes`);
  }
  return data.replace(LONE_SURROGATES, REPLACEMENT_CHARACTER);
}

function readBranch(data: object, context: ValueContext): Branch | null {
  const branch = new Branch();
  for (const [key, child] of Object.entries(data)) {
    if (key === '.priority') continue;
    const reason = refuseKey(key);
    if (reason !== null) throw new InvalidValue(reason);
    const stored = childOf(context.stored, key);
    const value = readNode(child, { stored, now: context.now, depth: context.depth + 1 });
    if (value !== null) branch.children.set(key, value);
  }
  return branch.children.size === 0 ? null : branch;
}

function readLeafForm(data: { '.value'?: unknown }, context: ValueContext): TreeNode | null {
  const surplus = Object.keys(data).find((key) => key !== '.value' && key !== '.priority');
  if (surplus !== undefined) throw new InvalidValue(`".value" has a sibling "${surplus}"`);
  const value = readNode(data['.value'], context);
  if (value instanceof Branch) throw new InvalidValue('".value" holds children');
  return value;
}

function serverValue(command: unknown, { stored, now }: ValueContext): Primitive {
  if (command === 'timestamp') return now;
  if (typeof command !== 'object' || command === null || !('increment' in command)) {
    throw new InvalidValue(`Server value ${JSON.stringify(command)} is not known`);
  }
  const delta = command.increment;
  if (typeof delta !== 'number') throw new InvalidValue(`Increment ${JSON.stringify(delta)} is not a number`);
  return readPrimitive(typeof stored === 'number' ? stored + delta : delta);
}
