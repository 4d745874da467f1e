import type { FieldCase } from './FieldCase.ts';
import { fieldCases } from './fieldCases.ts';
import { matrix } from './matrix.ts';
import { personOf, roles } from './people.ts';

const matrixCells: readonly FieldCase[] = matrix.flatMap(({ title, rows }) =>
  rows.flatMap(({ name, action, may }) =>
    roles.map((by) => ({
      name: `${title}: ${name}`,
      by,
      action: action(personOf(by)),
      allowed: may.includes(by),
    })),
  ),
);

/** Each decision on the seed that the tests expect: the field cases, and every role in every row of the matrix. */
export const cells: readonly FieldCase[] = [...fieldCases, ...matrixCells];
