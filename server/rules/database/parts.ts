import type { Expression } from '../syntax/ast.ts';

/**
 * Numbers parts of expressions that are evaluated once. One numbering is for the parts that have one value in a whole
 * request, wherever they stand: those of `auth`, `now`, `root` and the root of `newData`. An update of 500 keys asks for
 * most of them 1,000 times. Each place has a numbering of its own for parts that its rules repeat.
 */
export class PartNumbers {
  readonly #numbers = new Map<string, number>();

  /** Equal parts get equal numbers. */
  numberOf(part: Expression): number {
    const text = textOf(part);
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }
}

const texts = new WeakMap<Expression, string>();

/** The same for equal parts, wherever they stand. */
export function textOf(part: Expression): string {
  const known = texts.get(part);
  if (known !== undefined) return known;
  const own = JSON.stringify(part, (name, value) => {
    if (name === 'at' || (name !== '' && isExpression(value))) return undefined;
    return typeof value === 'bigint' ? String(value) : value;
  });
  const text = `${own}(${partsOf(part).map(textOf)})`;
  texts.set(part, text);
  return text;
}

/** The texts of the parts that occur more than once, but for those that only occur within such a part. */
export function repeatedIn(whole: Expression): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const visit = (part: Expression) => {
    const text = textOf(part);
    if (seen.has(text)) repeated.add(text);
    else for (const below of partsOf(part)) visit(below);
    seen.add(text);
  };
  visit(whole);
  return repeated;
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

/** Whether a part has the same value at every place of a request. */
export function isShared(expression: Expression): boolean {
  if (expression.kind === 'name') return SHARED_NAMES.has(expression.name);
  return partsOf(expression).every(isShared);
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
