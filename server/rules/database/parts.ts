import type { Expression } from '../syntax/ast.ts';

/** The parts of all expressions of some rules. Equal parts have one number, wherever they stand. */
export class Parts {
  readonly #numbers = new Map<string, number>();
  readonly #known = new WeakMap<Expression, number>();
  readonly #shared = new Map<number, boolean>();

  numberOf(part: Expression): number {
    const known = this.#known.get(part);
    if (known !== undefined) return known;
    const text = `${part.kind} ${ownTextOf(part)} ${partsOf(part).map((below) => this.numberOf(below))}`;
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    this.#known.set(part, number);
    return number;
  }

  /** Whether a part has the same value at every place of a request. */
  isShared(part: Expression): boolean {
    if (part.kind === 'name') return SHARED_NAMES.has(part.name);
    const number = this.numberOf(part);
    const known = this.#shared.get(number);
    if (known !== undefined) return known;
    const isShared = partsOf(part).every((below) => this.isShared(below));
    this.#shared.set(number, isShared);
    return isShared;
  }

  /** The numbers of the parts that occur more than once, but for those that only occur within such a part. */
  repeatedIn(whole: Expression): ReadonlySet<number> {
    const seen = new Set<number>();
    const repeated = new Set<number>();
    const visit = (part: Expression) => {
      const number = this.numberOf(part);
      if (seen.has(number)) repeated.add(number);
      else for (const below of partsOf(part)) visit(below);
      seen.add(number);
    };
    visit(whole);
    return repeated;
  }
}

/**
 * Where the values of parts that are evaluated once are kept, without gaps. One numbering is for the parts that have one
 * value in a whole request: those of `auth`, `now`, `root` and the root of `newData`. An update of 500 keys asks for most
 * of them 1,000 times. Each place has one of its own for parts that its rules repeat.
 */
export class Slots {
  readonly #slots = new Map<number, number>();

  /** @param number of a part */
  slotOf(number: number): number {
    const slot = this.#slots.get(number) ?? this.#slots.size;
    this.#slots.set(number, slot);
    return slot;
  }
}

/** What tells an expression from others of its kind with the same parts. */
function ownTextOf(expression: Expression): string {
  switch (expression.kind) {
    case 'constant':
      return JSON.stringify(expression.value);
    case 'int':
    case 'float':
      return String(expression.value);
    case 'regex':
      return `${expression.pattern}/${expression.flags}`;
    case 'name':
    case 'member':
    case 'method':
      return expression.name;
    case 'unary':
    case 'binary':
    case 'logical':
      return expression.operator;
    default:
      return '';
  }
}

/** Stands for `newData` with as many `parent()` as lead to the root. No rule can use this name: it is no identifier. */
export const NEW_ROOT = '(new root)';

/** The expression with the root of `newData` under a name of its own: at every place it is the same. */
export function withNewRoot<E extends Expression>(expression: E, depth: number): E {
  if (parentsOfNewData(expression) === depth)
    return { kind: 'name', name: NEW_ROOT, at: expression.at } as Expression as E;
  const parts = Object.entries(expression).map(([name, value]) => {
    if (isExpression(value)) return [name, withNewRoot(value, depth)];
    if (Array.isArray(value) && value.every(isExpression))
      return [name, value.map((part) => withNewRoot(part, depth))];
    return [name, value];
  });
  return Object.fromEntries(parts);
}

/** How many `parent()` follow a `newData` that nothing else follows; null for another expression. */
function parentsOfNewData(expression: Expression): number | null {
  if (expression.kind === 'name') return expression.name === 'newData' ? 0 : null;
  if (expression.kind !== 'method' || expression.name !== 'parent') return null;
  const parents = parentsOfNewData(expression.object);
  return parents === null ? null : parents + 1;
}

function isExpression(value: unknown): value is Expression {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

const SHARED_NAMES: ReadonlySet<string> = new Set(['auth', 'now', 'root', NEW_ROOT]);

/** The expressions that an expression is made of. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'member':
      return [expression.object];
    case 'method':
      return [expression.object, ...expression.arguments];
    case 'unary':
      return [expression.operand];
    case 'binary':
    case 'logical':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.test, expression.whenTrue, expression.whenFalse];
    case 'list':
      return expression.items;
    default:
      return [];
  }
}
