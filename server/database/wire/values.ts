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

/** Why something that a client asked for is not done: foreseen, thrown, and answered in one place. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /** @param status of the answer; `invalid` is completed by what is invalid: `invalid_query` */
  constructor(
    readonly status: string,
    reason: string,
  ) {
    super(reason);
  }
}

export function invalid(reason: string): Refusal {
  return new Refusal('invalid', reason);
}

/** @param what names the part of the protocol that the server leaves out */
export function unimplemented(what: string): Refusal {
  return new Refusal('not_implemented', `"${shorten(what)}" is not implemented`);
}

/** Refuses the first member of `fields` that is not in `known`, by its name. @throws Refusal */
export function checkMembers(fields: object, known: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) throw unimplemented(unknown);
}

/** Reads `/a/b`; leading, trailing and doubled slashes do not count. @throws Refusal */
export function parsePath(text: unknown): Path {
  if (typeof text !== 'string') throw invalid('The path is missing');
  const path: string[] = [];
  for (const key of text.split('/')) {
    if (key === '') continue;
    checkKey(key);
    path.push(key);
  }
  if (path.length > MAX_DEPTH) throw invalid(`Path "${shorten(text)}" is deeper than ${MAX_DEPTH} keys`);
  return path;
}

/** Writes a path as the protocol does, with a leading slash. */
export function pathText(path: Path): string {
  return `/${path.join('/')}`;
}

/** Refuses a key under which the database holds nothing. @throws Refusal */
function checkKey(key: string): void {
  if (key === '') throw invalid('A key is empty');
  if (PRIORITY_KEYS.includes(key)) throw unimplemented(key);
  if (FORBIDDEN.test(key)) {
    throw invalid(`Key "${shorten(key)}" contains one of . # $ / [ ] or a control character`);
  }
  if (!isReadableKey(key)) throw invalid(`Key "${key}" cannot be read by the Firebase SDK`);
  const fault = textFault(key);
  if (fault !== null) throw invalid(`Key ${JSON.stringify(shorten(key))} ${fault}`);
  if (key.length * 3 > MAX_KEY_BYTES && Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw invalid(`Key "${shorten(key)}" is longer than ${MAX_KEY_BYTES} bytes`);
  }
}

/** Whether the database can hold something under a key. */
export function isKey(text: string): boolean {
  try {
    checkKey(text);
    return true;
  } catch {
    return false;
  }
}

/** What a client sent, short enough for a message. */
function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}

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
 * @throws Refusal
 */
export function parseValue(data: unknown, context: ValueContext): TreeNode | null {
  return readNode(data, context, []);
}

/** @param keys from the place of the write to the node; the same array at every node */
function readNode(data: unknown, context: ValueContext, keys: string[]): TreeNode | null {
  if (context.depth + keys.length > MAX_DEPTH) throw invalid(`The data is deeper than ${MAX_DEPTH} keys`);
  if (data === null) return null;
  if (typeof data !== 'object') return readPrimitive(data);
  const isCommand = '.sv' in data && context.stored !== null;
  return isCommand ? readServerValue(data, context, keys) : readBranch(data, context, keys);
}

function readPrimitive(data: unknown): Primitive {
  if (typeof data === 'boolean') return data;
  if (typeof data === 'number' && Number.isFinite(data)) return data + 0; // -0, a sum's at most, becomes 0
  if (typeof data !== 'string') throw invalid(`${String(data)} cannot be stored`);
  if (data.length * 3 > MAX_STRING_BYTES && Buffer.byteLength(data) > MAX_STRING_BYTES) {
    throw invalid(`A string is longer than ${MAX_STRING_BYTES} bytes`);
  }
  const fault = textFault(data);
  if (fault !== null) throw invalid(`A text ${fault}`);
  return data;
}

function readBranch(data: object, context: ValueContext, keys: string[]): Branch | null {
  const branch = new Branch();
  for (const [key, child] of Object.entries(data)) {
    checkKey(key);
    keys.push(key);
    const value = readNode(child, context, keys);
    keys.pop();
    if (value !== null) branch.children.set(key, value);
  }
  return branch.children.size === 0 ? null : branch;
}

function readServerValue(data: { '.sv'?: unknown }, context: ValueContext, keys: Path): Primitive {
  checkMembers(data, ['.sv']);
  const command = data['.sv'];
  if (command === 'timestamp') return context.now;
  if (typeof command !== 'object' || command === null) throw unimplemented(String(command));
  checkMembers(command, ['increment']);
  const delta = 'increment' in command ? command.increment : undefined;
  if (typeof delta !== 'number') throw invalid(`Increment ${JSON.stringify(delta)} is not a number`);
  const stored = nodeAt(context.stored?.() ?? null, keys);
  const sum = typeof stored === 'number' ? stored + delta : delta;
  // Beyond, not every whole number has a double: the sum would be another one.
  if (Math.abs(sum) > Number.MAX_SAFE_INTEGER)
    throw invalid(`The increment leads to ${sum}, beyond ${Number.MAX_SAFE_INTEGER}`);
  return readPrimitive(sum);
}
