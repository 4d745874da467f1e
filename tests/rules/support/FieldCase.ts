import { type Action, type TreeValue, updateTree } from './actions.ts';
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

export type Nodes = Readonly<Record<string, TreeValue>>;

/** Makes cases of updates of the tree by this role, `given` what stands there beforehand. */
export const updatesBy =
  (by: Role) =>
  (name: string, update: Nodes, allowed: boolean, given?: Nodes): FieldCase => ({
    name,
    by,
    action: updateTree('', update),
    allowed,
    ...(given && { given }),
  });
