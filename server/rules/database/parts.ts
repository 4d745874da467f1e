import type { Expression } from '../syntax/ast.ts';

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
