import { fail } from '../EvaluationFailure.ts';
import { comparisons, type Language, text } from '../ExpressionCompiler.ts';
import type { DatabasePrimitive, DataView as TreeView } from '../rules.ts';

/** The values of the Realtime Database rules language that are no literals. */
export type OwnValue = typeof SUBTREE | Snapshot | ClaimsValue | DatabaseList;

type DatabaseValue = null | boolean | number | string | OwnValue;

/** A literal list: the argument of `hasChildren`. */
class DatabaseList {
  constructor(readonly items: readonly DatabaseValue[]) {}
}

/** `auth` and the objects in it. What is not there is null. */
export class ClaimsValue {
  constructor(private readonly source: Readonly<Record<string, unknown>>) {}

  get(name: string): DatabaseValue {
    const found = Object.hasOwn(this.source, name) ? this.source[name] : undefined;
    if (typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean') return found;
    return found === undefined || found === null ? null : new ClaimsValue(found as Record<string, unknown>);
  }
}

export const LANGUAGE: Language<OwnValue> = {
  operations: {
    '==': isEqual,
    '!=': (left, right) => !isEqual(left, right),
    ...comparisons,
    '+': add,
    '-': arithmetic((a, b) => a - b),
    '*': arithmetic((a, b) => a * b),
    '%': arithmetic((a, b) => a % b),
  },
  methods: {
    val: { arity: [0, 0], call: (receiver) => snapshot(receiver).value() },
    child: { arity: [1, 1], call: (receiver, [path]) => childOf(receiver, path) },
    parent: { arity: [0, 0], call: (receiver) => snapshot(receiver).parent() },
    exists: { arity: [0, 0], call: (receiver) => snapshot(receiver).exists() },
    hasChildren: { arity: [0, 1], call: (receiver, [names]) => hasChildren(snapshot(receiver), names) },
    isNumber: { arity: [0, 0], call: (receiver) => typeof snapshot(receiver).value() === 'number' },
    isBoolean: { arity: [0, 0], call: (receiver) => typeof snapshot(receiver).value() === 'boolean' },
    contains: { arity: [1, 1], call: (receiver, [part]) => text(receiver).includes(text(part)) },
    replace: {
      arity: [2, 2],
      call: (receiver, [part, by]) => replaceAll(text(receiver), text(part), text(by)),
    },
    toLowerCase: { arity: [0, 0], call: (receiver) => text(receiver).toLowerCase() },
  },
  member: memberOf,
  list: (items) => new DatabaseList(items),
};

/** `object.name`: a claim, or the length of a text. */
function memberOf(object: DatabaseValue, name: string): DatabaseValue {
  if (object instanceof ClaimsValue) return object.get(name);
  if (name === 'length' && typeof object === 'string') return object.length;
  return fail(`"${name}" is asked of something that does not have it`);
}

function isEqual(left: DatabaseValue, right: DatabaseValue): boolean {
  if (left === null || right === null) return left === right;
  if (typeof left === 'object' || typeof right === 'object') return fail('only plain values are compared');
  return left === right && left !== SUBTREE;
}

function arithmetic(calculate: (a: number, b: number) => number) {
  return (left: DatabaseValue, right: DatabaseValue) => calculate(number(left), number(right));
}

/** Adds numbers; joins texts, and a text with a number. */
function add(left: DatabaseValue, right: DatabaseValue): DatabaseValue {
  if (typeof left !== 'string' && typeof right !== 'string') return number(left) + number(right);
  return joinable(left) + joinable(right);
}

function joinable(value: DatabaseValue): string {
  return typeof value === 'string' ? value : String(number(value));
}

/** Plain texts; all occurrences. (A replacer function, since a replacement text may contain `$&`.) */
function replaceAll(whole: string, part: string, by: string): string {
  return part === '' ? fail('nothing to replace') : whole.replaceAll(part, () => by);
}

function hasChildren(place: Snapshot, names: DatabaseValue | undefined): boolean {
  if (names === undefined) return place.hasChildren();
  if (!(names instanceof DatabaseList) || names.items.length === 0) return fail('hasChildren() needs a list');
  return names.items.every((name) => childOf(place, name).exists());
}

function childOf(receiver: DatabaseValue, path: DatabaseValue | undefined): Snapshot {
  return snapshot(receiver).at(keysOf(text(path)));
}

export function snapshot(value: DatabaseValue): Snapshot {
  return value instanceof Snapshot ? value : fail('this needs a place of the database');
}

function number(value: DatabaseValue): number {
  return typeof value === 'number' ? value : fail('this needs a number');
}

/** Represents a value with children: rules can distinguish it from null and from primitives, nothing more. */
const SUBTREE = Symbol('a value with children');

/** `data`, `newData` and `root` in a rule: one place of a tree, before or after the write. */
export class Snapshot {
  /** @param above called when a rule asks for the place above; by default there is none */
  constructor(
    private readonly view: TreeView,
    private readonly above = (): Snapshot => fail('the root has no parent'),
  ) {}

  /** The place below at `keys`. */
  at(keys: readonly string[]): Snapshot {
    let here: Snapshot = this;
    for (const key of keys) {
      const above = here;
      here = new Snapshot(above.view.child(key), () => above);
    }
    return here;
  }

  parent(): Snapshot {
    return this.above();
  }

  value(): DatabasePrimitive | typeof SUBTREE {
    return this.view.hasChildren() ? SUBTREE : this.view.primitive();
  }

  exists(): boolean {
    return this.view.exists();
  }

  hasChildren(): boolean {
    return this.view.hasChildren();
  }
}

/** The keys of a path, which slashes separate. */
export function keysOf(path: string): readonly string[] {
  return path.includes('/') ? path.split('/').filter((key) => key !== '') : path === '' ? [] : [path];
}
