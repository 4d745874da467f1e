import { isReadableKey } from '#model/keyProblem.ts';
import { textFault } from '../../scalars/texts.ts';
import { Branch, nodeAt, type Path, type Primitive, type TreeNode } from '../tree/node.ts';

/** Limits of the Realtime Database. */
const MAX_DEPTH = 32;
const MAX_KEY_BYTES = 768;
const MAX_STRING_BYTES = 10 * 1024 * 1024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses.
const FORBIDDEN = /[.#$/[\]\u0000-\u001f\u007f]/;
/** Special keys of the protocol: priorities, and the form that a primitive with a priority has. */
const PRIORITY_KEYS: readonly string[] = ['.priority', '.value'];

/** Why something that a client sent is not taken. */
export type Refusal = { readonly kind: 'invalid' | 'unimplemented'; readonly reason: string };

export function invalid(reason: string): Refusal {
  return { kind: 'invalid', reason };
}

/** @param what names the part of the protocol that the server leaves out */
export function unimplemented(what: string): Refusal {
  return { kind: 'unimplemented', reason: `"${shorten(what)}" is not implemented` };
}

/** The first member of `fields` that is not in `known`, refused by its name; null when there is none. */
export function refuseUnknown(fields: object, known: readonly string[]): Refusal | null {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  return unknown === undefined ? null : unimplemented(unknown);
}

type ParsedPath = { readonly kind: 'path'; readonly path: Path } | Refusal;

/** Reads `/a/b`; leading, trailing and doubled slashes do not count. */
export function parsePath(text: unknown): ParsedPath {
  if (typeof text !== 'string') return invalid('The path is missing');
  const path: string[] = [];
  for (const key of text.split('/')) {
    if (key === '') continue;
    const refusal = refuseKey(key);
    if (refusal !== null) return refusal;
    path.push(key);
  }
  if (path.length > MAX_DEPTH) return invalid(`Path "${shorten(text)}" is deeper than ${MAX_DEPTH} keys`);
  return { kind: 'path', path };
}

/** Writes a path as the protocol does, with a leading slash. */
export function pathText(path: Path): string {
  return `/${path.join('/')}`;
}

/** Why the database holds nothing under a key; null: it can. */
export function refuseKey(key: string): Refusal | null {
  if (key === '') return invalid('A key is empty');
  if (PRIORITY_KEYS.includes(key)) return unimplemented(key);
  if (FORBIDDEN.test(key)) {
    return invalid(`Key "${shorten(key)}" contains one of . # $ / [ ] or a control character`);
  }
  if (!isReadableKey(key)) return invalid(`Key "${key}" cannot be read by the Firebase SDK`);
  const fault = textFault(key);
  if (fault !== null) return invalid(`Key ${JSON.stringify(shorten(key))} ${fault}`);
  if (key.length * 3 > MAX_KEY_BYTES && Buffer.byteLength(key) > MAX_KEY_BYTES) {
    return invalid(`Key "${shorten(key)}" is longer than ${MAX_KEY_BYTES} bytes`);
  }
  return null;
}

/** What a client sent, short enough for a message. */
function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}

type ParsedValue = { readonly kind: 'value'; readonly value: TreeNode | null } | Refusal;

type ValueContext = {
  /** Finds what is stored at the place now; only increments, which add to it, ask. Null: server values are keys as others. */
  readonly stored: (() => TreeNode | null) | null;
  /** Milliseconds; the one time stamp of the request. */
  readonly now: number;
  /** Depth of the place. */
  readonly depth: number;
};

/**
 * Reads the data of a write. Server values (`{".sv":"timestamp"}`, `{".sv":{"increment":n}}`) are resolved, nulls and
 * empty objects vanish. Priorities are refused.
 */
export function parseValue(data: unknown, context: ValueContext): ParsedValue {
  try {
    return { kind: 'value', value: readNode(data, context, []) };
  } catch (error) {
    if (error instanceof RefusedValue) return error.refusal;
    throw error;
  }
}

/** Carries the refusal out of the recursion; never leaves this module. */
class RefusedValue extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason);
  }
}

function refuse(refusal: Refusal): never {
  throw new RefusedValue(refusal);
}

/** @param keys from the place of the write to the node; the same array at every node */
function readNode(data: unknown, context: ValueContext, keys: string[]): TreeNode | null {
  if (context.depth + keys.length > MAX_DEPTH) refuse(invalid(`The data is deeper than ${MAX_DEPTH} keys`));
  if (data === null) return null;
  if (typeof data !== 'object') return readPrimitive(data);
  const isCommand = '.sv' in data && context.stored !== null;
  return isCommand ? readServerValue(data, context, keys) : readBranch(data, context, keys);
}

function readPrimitive(data: unknown): Primitive {
  if (typeof data === 'boolean') return data;
  if (typeof data === 'number' && Number.isFinite(data)) return data + 0; // -0, a sum's at most, becomes 0
  if (typeof data !== 'string') return refuse(invalid(`${String(data)} cannot be stored`));
  if (data.length * 3 > MAX_STRING_BYTES && Buffer.byteLength(data) > MAX_STRING_BYTES) {
    refuse(invalid(`A string is longer than ${MAX_STRING_BYTES} bytes`));
  }
  const fault = textFault(data);
  return fault === null ? data : refuse(invalid(`A text ${fault}`));
}

function readBranch(data: object, context: ValueContext, keys: string[]): Branch | null {
  const branch = new Branch();
  for (const [key, child] of Object.entries(data)) {
    const refusal = refuseKey(key);
    if (refusal !== null) refuse(refusal);
    keys.push(key);
    const value = readNode(child, context, keys);
    keys.pop();
    if (value !== null) branch.children.set(key, value);
  }
  return branch.children.size === 0 ? null : branch;
}

function readServerValue(data: { '.sv'?: unknown }, context: ValueContext, keys: Path): Primitive {
  requireOnly(data, '.sv');
  const command = data['.sv'];
  if (command === 'timestamp') return context.now;
  if (typeof command !== 'object' || command === null) return refuse(unimplemented(String(command)));
  requireOnly(command, 'increment');
  const delta = 'increment' in command ? command.increment : undefined;
  if (typeof delta !== 'number') {
    return refuse(invalid(`Increment ${JSON.stringify(delta)} is not a number`));
  }
  const stored = nodeAt(context.stored?.() ?? null, keys);
  return readPrimitive(typeof stored === 'number' ? stored + delta : delta);
}

function requireOnly(data: object, member: string): void {
  const refusal = refuseUnknown(data, [member]);
  if (refusal !== null) refuse(refusal);
}
