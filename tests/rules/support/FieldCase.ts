import type { Action, TreeValue } from './actions.ts';
import type { Role } from './people.ts';

/** One write that differs from a good one in a single respect. */
export type FieldCase = {
  readonly name: string;
  readonly by: Role;
  readonly action: Action;
  readonly allowed: boolean;
  /** What stands in the tree beforehand, other than the seed says. */
  readonly given?: Readonly<Record<string, TreeValue>>;
};
