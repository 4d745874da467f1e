import { hash } from 'node:crypto';
import { ChildHashes, sortKeys } from './childKeys.ts';
import { Branch, type Primitive, type TreeNode } from './node.ts';

/**
 * The hash of what a client holds, which it sends with a listen after a reconnect: base64 SHA-1 over
 * `type:value` for a leaf, over `:key:hash` of the children in key order for a branch, empty for nothing.
 * It must agree with `Node.hash()` of the JavaScript SDK, or each reconnect downloads everything again.
 */
export function hashOf(node: TreeNode | null): string {
  if (node === null) return '';
  if (!(node instanceof Branch)) return sha1(leafText(node));
  node.hash ??= node.packed === null ? hashOfBranch(node) : hashOfPlain(node.packed);
  return node.hash;
}

/** The hash of a branch that has not been unpacked, and stays so. */
function hashOfPlain(value: unknown): string {
  if (typeof value !== 'object' || value === null) return sha1(leafText(value as Primitive));
  const fields = value as Readonly<Record<string, unknown>>;
  const keys = sortKeys(Object.keys(fields));
  return keys.length === 0 ? '' : sha1(keys.map((key) => `:${key}:${hashOfPlain(fields[key])}`).join(''));
}

/** The same in steps of one object: an entry of the history can have 500 changes. */
function* plainInSteps(value: unknown): Generator<void, string> {
  if (typeof value !== 'object' || value === null) return sha1(leafText(value as Primitive));
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of sortKeys(Object.keys(fields))) text += `:${key}:${yield* plainInSteps(fields[key])}`;
  yield;
  return text === '' ? '' : sha1(text);
}

/** From this many children on, the parts that they add are cached. */
const MIN_CACHED_CHILDREN = 1000;

function hashOfBranch(branch: Branch): string {
  const { children } = branch;
  if (children.size === 0) return '';
  const entryOf = entriesOf(branch);
  if (children.size < MIN_CACHED_CHILDREN) return sha1(sortKeys(children.keys()).map(entryOf).join(''));
  branch.childHashes ??= new ChildHashes(children.keys());
  return branch.childHashes.digest(entryOf);
}

/** Does the work of {@link hashOf} for a branch in steps of a millisecond or so; what is changed meanwhile does no harm. */
export function* hashInSteps(branch: Branch): Generator<void> {
  const { packed } = branch;
  if (packed !== null) {
    const hash = yield* plainInSteps(packed);
    // Unpacked meanwhile, it may have changed.
    if (branch.packed !== null) branch.hash = hash;
    return;
  }
  const { children } = branch;
  for (const child of [...children.values()]) if (child instanceof Branch) yield* hashInSteps(child);
  if (children.size < MIN_CACHED_CHILDREN) {
    hashOf(branch);
    yield;
    return;
  }
  branch.childHashes ??= new ChildHashes(yield* presort(branch));
  yield* branch.childHashes.prepare(entriesOf(branch));
}

/** What a child adds to the hash of its parent, by key. */
function entriesOf({ children }: Branch): (key: string) => string {
  return (key) => `:${key}:${hashOf(children.get(key) ?? null)}`;
}

/** All keys in runs that are sorted already, which the final sort finds. */
function* presort({ children }: Branch): Generator<void, Iterable<string>> {
  const keys = [...children.keys()];
  const runs: string[] = [];
  for (let at = 0; at < keys.length; at += MIN_CACHED_CHILDREN) {
    for (const key of sortKeys(keys.slice(at, at + MIN_CACHED_CHILDREN))) runs.push(key);
    yield;
  }
  const present = runs.filter((key) => children.has(key));
  return present.length === children.size ? present : children.keys();
}

function leafText(value: Primitive): string {
  return typeof value === 'number' ? `number:${doubleBits(value)}` : `${typeof value}:${value}`;
}

function sha1(text: string): string {
  return hash('sha1', text, 'base64');
}

/**
 * A double as 16 hex digits, computed as the SDK does (`doubleToIEEE754String`): through a logarithm, so next
 * to powers of two its bits are not the true ones. Ours have to be equally wrong there.
 */
function doubleBits(value: number): string {
  const magnitude = Math.abs(value);
  const [exponent, fraction] = magnitude === 0 ? [0, 0] : splitDouble(magnitude);
  const bits =
    (BigInt(value < 0) << 63n) |
    (BigInt.asUintN(11, BigInt(exponent)) << 52n) |
    BigInt.asUintN(52, BigInt(fraction));
  return bits.toString(16).padStart(16, '0');
}

const BIAS = 1023;
const FRACTION_BITS = 52;

function splitDouble(magnitude: number): [exponent: number, fraction: number] {
  if (magnitude < 2 ** (1 - BIAS)) return [0, Math.round(magnitude / 2 ** (1 - BIAS - FRACTION_BITS))];
  const log = Math.min(Math.floor(Math.log(magnitude) / Math.LN2), BIAS);
  const fraction = Math.round(magnitude * 2 ** (FRACTION_BITS - log) - 2 ** FRACTION_BITS);
  return [log + BIAS, Number.isFinite(fraction) ? fraction : 0];
}

/** How long one slice of work may hold up everything else, and the pause after it. Milliseconds. */
const SLICE_MS = 4;
const PAUSE_MS = 4;

/**
 * Hashes what is stored before the first client needs it (each sends a hash after a reconnect). 100,000 mappings take a
 * second; in slices, other requests do not wait for them.
 */
export class BackgroundHash {
  private readonly due: Branch[] = [];
  private steps: Iterator<void> | null = null;
  private timer: NodeJS.Timeout | undefined;

  /** Takes on a subtree as it is now. What is changed or removed before its turn does no harm. */
  add(node: TreeNode | null): void {
    if (!(node instanceof Branch)) return;
    this.due.push(node);
    this.timer ??= setTimeout(() => this.work(), PAUSE_MS).unref();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.due.length = 0;
    this.steps = null;
  }

  private work(): void {
    const end = performance.now() + SLICE_MS;
    while (performance.now() < end) {
      this.steps ??= this.next();
      if (this.steps === null) {
        this.timer = undefined;
        return;
      }
      if (this.steps.next().done) this.steps = null;
    }
    this.timer = setTimeout(() => this.work(), PAUSE_MS).unref();
  }

  private next(): Iterator<void> | null {
    const node = this.due.shift();
    return node === undefined ? null : hashInSteps(node);
  }
}
