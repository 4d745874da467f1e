import type { DatabasePrimitive, DataView as View } from '../../rules/guard.ts';
import type { ChangeTree } from './changes.ts';
import { Branch, childOf, type TreeNode } from './node.ts';

/** A tree as rules read it. */
export function viewOf(node: TreeNode | null): View {
  return new NodeView(node);
}

/** The tree as `changes` would leave it, without applying them or copying anything. */
export function viewAfter(node: TreeNode | null, changes: ChangeTree): View {
  return changes.kind === 'set' ? new NodeView(changes.value) : new OverlayView(node, changes.children);
}

class NodeView implements View {
  private readonly node: TreeNode | null;

  constructor(node: TreeNode | null) {
    this.node = node;
  }

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
  private readonly base: TreeNode | null;
  private readonly changes: ReadonlyMap<string, ChangeTree>;
  private hasAny: boolean | null = null;

  constructor(base: TreeNode | null, changes: ReadonlyMap<string, ChangeTree>) {
    this.base = base;
    this.changes = changes;
  }

  child(key: string): View {
    const base = childOf(this.base, key);
    const change = this.changes.get(key);
    return change === undefined ? new NodeView(base) : viewAfter(base, change);
  }

  primitive(): DatabasePrimitive {
    return this.base instanceof Branch || this.hasChildren() ? null : this.base;
  }

  exists(): boolean {
    return this.hasChildren() || (this.base !== null && !(this.base instanceof Branch));
  }

  /** Looks at the changed children only: counting the others by walking them would be quadratic in a bulk write. */
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
