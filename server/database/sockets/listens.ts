import { type ChangeTree, eachChange, narrow } from '../tree/changes.ts';
import { type Path, type TreeNode, toJson } from '../tree/node.ts';
import { pushMerge, pushValue } from '../wire/messages.ts';

/** What listens need of a socket. */
export type Receiver = { send(message: string): void };

/** One live listen of one socket, to a whole place. */
export type Listen = { readonly receiver: Receiver; readonly path: Path };

/** All listens at a place and below. */
type ListenNode = {
  readonly listens: Set<Listen>;
  readonly children: Map<string, ListenNode>;
};

/** Every live listen by place. */
export class ListenTree {
  private readonly root: ListenNode = emptyNode();

  add(listen: Listen): void {
    let node = this.root;
    for (const key of listen.path) {
      const next = node.children.get(key) ?? emptyNode();
      node.children.set(key, next);
      node = next;
    }
    node.listens.add(listen);
  }

  remove(listen: Listen): void {
    removeFrom(this.root, listen, 0);
  }

  /**
   * Pushes a committed write to every listen that it concerns, once each: to a listen above the change only the changed
   * places (one value, or one merge for several), to a listen below it the whole new value.
   * @param lookup the node at a path after the write
   */
  push(changes: ChangeTree, lookup: (path: Path) => TreeNode | null): void {
    new FanOut(lookup).visit(this.root, changes, []);
  }
}

function removeFrom(node: ListenNode, listen: Listen, depth: number): void {
  const key = listen.path[depth];
  if (key === undefined) {
    node.listens.delete(listen);
    return;
  }
  const child = node.children.get(key);
  if (child === undefined) return;
  removeFrom(child, listen, depth + 1);
  if (child.listens.size === 0 && child.children.size === 0) node.children.delete(key);
}

function emptyNode(): ListenNode {
  return { listens: new Set(), children: new Map() };
}

/** One write on its way to the listens. */
class FanOut {
  /** Messages by the changes they describe: a value is serialised once, not once per socket. */
  private readonly messages = new Map<ChangeTree, string>();

  constructor(private readonly lookup: (path: Path) => TreeNode | null) {}

  visit(node: ListenNode, changes: ChangeTree, path: Path): void {
    for (const { receiver } of node.listens) receiver.send(this.describe(changes, path));
    if (changes.kind === 'set') this.visitBelow(node, path);
    else this.visitChanged(node, changes.children, path);
  }

  private visitChanged(node: ListenNode, changes: ReadonlyMap<string, ChangeTree>, path: Path): void {
    for (const [key, child] of node.children) {
      const change = changes.get(key);
      if (change !== undefined) this.visit(child, change, [...path, key]);
    }
  }

  /** Listens below a place that was set as a whole. */
  private visitBelow(node: ListenNode, path: Path): void {
    for (const [key, child] of node.children) {
      const childPath = [...path, key];
      const message = child.listens.size > 0 ? pushValue(childPath, toJson(this.lookup(childPath))) : '';
      for (const { receiver } of child.listens) receiver.send(message);
      this.visitBelow(child, childPath);
    }
  }

  private describe(changes: ChangeTree, path: Path): string {
    const place = narrow(changes);
    const known = this.messages.get(place.tree);
    if (known !== undefined) return known;
    const message = messageOf(place.tree, [...path, ...place.path]);
    this.messages.set(place.tree, message);
    return message;
  }
}

function messageOf(changes: ChangeTree, path: Path): string {
  if (changes.kind === 'set') return pushValue(path, toJson(changes.value));
  const entries: [Path, string][] = [];
  eachChange(changes, (change) => entries.push([change.path, toJson(change.value)]));
  return pushMerge(path, entries);
}
