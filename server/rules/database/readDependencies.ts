import type { Expression } from '../syntax/ast.ts';

/** Keys from the root; null stands for any key. */
export type PlacePattern = readonly (string | null)[];

/** The places whose data the `.read` expression at `place` looks at; what lies below them counts as well. */
export function placesReadBy(expression: Expression, place: PlacePattern): PlacePattern[] {
  const looked = placeOf(expression, place);
  // `root.child('a')` looks at `a`, not at the root: of such a chain only the arguments are looked through.
  const parts = looked ? argumentsAlong(expression) : partsOf(expression);
  const below = parts.flatMap((part) => placesReadBy(part, place));
  return looked ? [looked.keys, ...below] : below;
}

/** Whether a write at `path` can change what is found at `pattern` or below. */
export function touches(path: readonly string[], pattern: PlacePattern): boolean {
  return path.every((key, index) => {
    const expected = pattern[index];
    return expected === undefined || expected === null || expected === key;
  });
}

/** A place, and whether it is known exactly, so that a further `child()` makes it more precise. */
type Place = { readonly keys: PlacePattern; readonly isExact: boolean };

function placeOf(expression: Expression, place: PlacePattern): Place | undefined {
  if (expression.kind === 'name' && expression.name === 'root') return { keys: [], isExact: true };
  if (expression.kind === 'name' && expression.name === 'data') return { keys: place, isExact: true };
  if (expression.kind !== 'method') return undefined;
  const receiver = placeOf(expression.object, place);
  if (!receiver) return undefined;
  if (expression.name === 'parent') return { keys: [], isExact: false };
  return expression.name === 'child' ? childOf(receiver, expression.arguments[0]) : receiver;
}

function childOf({ keys, isExact }: Place, path: Expression | undefined): Place {
  if (!isExact || path?.kind !== 'constant' || typeof path.value !== 'string')
    return { keys, isExact: false };
  return { keys: [...keys, ...path.value.split('/').filter((key) => key !== '')], isExact };
}

function argumentsAlong(chain: Expression): readonly Expression[] {
  return chain.kind === 'method' ? [...argumentsAlong(chain.object), ...chain.arguments] : [];
}

function partsOf(expression: Expression): readonly Expression[] {
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
