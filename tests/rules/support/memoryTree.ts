import type { DataView as TreeView } from '#server/rules/rules.ts';
import type { Increment, Timestamp, TreeValue } from './actions.ts';

/** A tree of the Realtime Database as plain JSON, for tests. Never changed in place. */
export type Tree = string | number | boolean | { readonly [key: string]: Tree };

/** Reads `tree` as the rules do; undefined: there is nothing. */
export function viewOf(tree: Tree | undefined): TreeView {
  const children = typeof tree === 'object' ? tree : undefined;
  return {
    child: (key) => viewOf(children && Object.hasOwn(children, key) ? children[key] : undefined),
    primitive: () => (tree === undefined || typeof tree === 'object' ? null : tree),
    exists: () => tree !== undefined,
    hasChildren: () => children !== undefined,
    keys: () => Object.keys(children ?? {}),
  };
}

/** `tree` after `value` is set at `path`; nulls and empty objects vanish. `now`: for server values, milliseconds. */
export function withValue(
  tree: Tree | undefined,
  path: readonly string[],
  value: TreeValue,
  now = 0,
): Tree | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return resolved(tree, value, now);
  const children = typeof tree === 'object' ? tree : {};
  const own = Object.hasOwn(children, key) ? children[key] : undefined;
  return compact({ ...children, [key]: withValue(own, rest, value, now) });
}

/** `tree` after an update that names values by path; `now` as in {@link withValue}. */
export function withUpdate(
  tree: Tree | undefined,
  nodes: Readonly<Record<string, TreeValue>>,
  now?: number,
): Tree | undefined {
  return Object.entries(nodes).reduce(
    (sum, [path, value]) => withValue(sum, partsOf(path), value, now),
    tree,
  );
}

/** What is at a path; undefined for nothing. */
export function at(tree: Tree | undefined, [key, ...rest]: readonly string[]): Tree | undefined {
  if (key === undefined) return tree;
  return typeof tree === 'object' && Object.hasOwn(tree, key) ? at(tree[key], rest) : undefined;
}

export function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function resolved(before: Tree | undefined, value: TreeValue, now: number): Tree | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'object') return value;
  if (isServerValue(value)) {
    if (value['.sv'] === 'timestamp') return now;
    return (typeof before === 'number' ? before : 0) + value['.sv'].increment;
  }
  const entries = Object.entries(value).map(([key, child]) => [key, resolved(undefined, child, now)]);
  return compact(Object.fromEntries(entries));
}

function compact(children: Readonly<Record<string, Tree | undefined>>): Tree | undefined {
  const kept = Object.entries(children).filter((entry): entry is [string, Tree] => entry[1] !== undefined);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function isServerValue(value: TreeValue): value is Increment | Timestamp {
  return typeof value === 'object' && value !== null && '.sv' in value;
}
