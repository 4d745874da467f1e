import type { DatabasePrimitive, DataView as View } from '../../rules/rules.ts';
import {
  Branch,
  childOf,
  copyOf,
  nodeAt,
  type Path,
  primitiveAbove,
  type TreeNode,
  withValue,
} from './node.ts';

/** One place that a write sets; null removes it. */
export type Change = { readonly path: Path; readonly value: TreeNode | null };

/**
 * All changes of one write by place: either the new value is here, or changes lie below. A trie, so that both
 * rules and listeners find what concerns them by walking one path.
 */
export type ChangeTree =
  | { readonly kind: 'set'; readonly value: TreeNode | null }
  | { readonly kind: 'below'; readonly children: Map<string, ChangeTree> };

/** Null when one of the paths lies at or below another: such a write has no defined result. */
export function changeTree(changes: readonly Change[]): ChangeTree | null {
  const root: ChangeTree = { kind: 'below', children: new Map() };
  if (changes.length === 1 && changes[0]?.path.length === 0) return { kind: 'set', value: changes[0].value };
  for (const change of changes) if (!insert(root, change)) return null;
  return root;
}

/** Calls `visit` with each change; paths are relative to `tree`. */
export function eachChange(tree: ChangeTree, visit: (change: Change) => void, path: Path = []): void {
  if (tree.kind === 'set') visit({ path, value: tree.value });
  else for (const [key, child] of tree.children) eachChange(child, visit, [...path, key]);
}

/** The change that takes back any write at `path`; a primitive above it would have to give way. */
export function inverseOf(root: TreeNode | null, path: Path): Change {
  const place = path.slice(0, primitiveAbove(root, path) ?? path.length);
  return { path: place, value: nodeAt(root, place) };
}

/** A node as an update leaves it. */
export function nodeAfter(root: TreeNode | null, update: readonly Change[], path: Path): TreeNode | null {
  let node = nodeAt(root, path);
  let isOwn = false;
  for (const change of update) {
    const isAbove = change.path.every((key, i) => i >= path.length || key === path[i]);
    if (!isAbove) continue;
    if (change.path.length <= path.length) return nodeAt(change.value, path.slice(change.path.length));
    // A copy: what is stored must not change.
    node = withValue(isOwn ? node : copyOf(node), change.path.slice(path.length), change.value);
    isOwn = true;
  }
  return node;
}

/** `tree` with one more change of a place below the root that it does not touch. */
export function withPlace(tree: ChangeTree, place: string, value: TreeNode | null): ChangeTree {
  if (tree.kind === 'set') return tree;
  return { kind: 'below', children: new Map([...tree.children, [place, { kind: 'set', value }]]) };
}

/** The deepest place that holds all changes of `tree`, with the way to it. */
export function narrow(tree: ChangeTree): { readonly path: Path; readonly tree: ChangeTree } {
  const path: string[] = [];
  let here = tree;
  while (here.kind === 'below' && here.children.size === 1) {
    for (const [key, child] of here.children) {
      path.push(key);
      here = child;
    }
  }
  return { path, tree: here };
}

function insert(root: ChangeTree, { path, value }: Change): boolean {
  let here = root;
  for (const [depth, key] of path.entries()) {
    if (here.kind === 'set') return false;
    const isLast = depth === path.length - 1;
    const next = here.children.get(key);
    if (isLast && next !== undefined) return false;
    const child = next ?? (isLast ? { kind: 'set', value } : { kind: 'below', children: new Map() });
    here.children.set(key, child);
    here = child;
  }
  return path.length > 0;
}

/** A tree as rules read it. */
export function viewOf(node: TreeNode | null): View {
  return new NodeView(node);
}

/** The tree as `changes` would leave it, without applying them or copying anything. */
export function viewAfter(node: TreeNode | null, changes: ChangeTree): View {
  return changes.kind === 'set' ? new NodeView(changes.value) : new OverlayView(node, changes.children);
}

class NodeView implements View {
  constructor(private readonly node: TreeNode | null) {}

  child(key: string): View {
    return new NodeView(childOf(this.node, key));
  }

  primitive(): DatabasePrimitive {
    return this.node instanceof Branch ? null : this.node;
  }

  exists(): boolean {
    return this.node !== null;
  }

  hasChildren(): boolean {
    return this.node instanceof Branch;
  }

  keys(): Iterable<string> {
    return this.node instanceof Branch ? this.node.children.keys() : [];
  }
}

/** A place with changes somewhere below it. */
class OverlayView implements View {
  private hasAny: boolean | null = null;

  constructor(
    private readonly base: TreeNode | null,
    private readonly changes: ReadonlyMap<string, ChangeTree>,
  ) {}

  child(key: string): View {
    const change = this.changes.get(key);
    // What is set as a whole is not looked up below: among 100,000 siblings that is a wait for memory.
    if (change?.kind === 'set') return new NodeView(change.value);
    const base = childOf(this.base, key);
    return change === undefined ? new NodeView(base) : new OverlayView(base, change.children);
  }

  primitive(): DatabasePrimitive {
    return this.base instanceof Branch || this.hasChildren() ? null : this.base;
  }

  exists(): boolean {
    return this.hasChildren() || (this.base !== null && !(this.base instanceof Branch));
  }

  /** Examines the changed children only: counting the others by walking them would be quadratic in a bulk write. */
  hasChildren(): boolean {
    this.hasAny ??= this.findChild();
    return this.hasAny;
  }

  *keys(): Iterable<string> {
    const stored = this.base instanceof Branch ? this.base.children : NOTHING;
    for (const key of stored.keys()) {
      if (!this.changes.has(key) || this.child(key).exists()) yield key;
    }
    for (const key of this.changes.keys()) {
      if (!stored.has(key) && this.child(key).exists()) yield key;
    }
  }

  private findChild(): boolean {
    const stored = this.base instanceof Branch ? this.base.children : NOTHING;
    let overlaid = 0;
    for (const key of this.changes.keys()) {
      if (this.child(key).exists()) return true;
      if (stored.has(key)) overlaid += 1;
    }
    return stored.size > overlaid;
  }
}

const NOTHING: ReadonlyMap<string, TreeNode> = new Map();
