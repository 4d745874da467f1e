import { type ChangeTree, eachChange, narrow } from '../tree/changes.ts';
import { type Path, type TreeNode, toJson } from '../tree/node.ts';
import { type Query, select } from '../tree/query.ts';
import { pushMerge, pushValue, type QueryObject } from '../wire/messages.ts';

/** What listens need of a socket. */
export type Receiver = { send(message: string): void };

/** One live listen of one socket. */
export type Listen = {
  readonly receiver: Receiver;
  readonly path: Path;
  /** Null: the whole place. */
  readonly query: Query | null;
  /** The query as the client wrote it. */
  readonly wire: QueryObject;
  /** The client's name for a query; null for the whole place. */
  readonly tag: number | null;
  /** JSON of what a query selected last, to see whether it changed. */
  window: string | null;
};

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
   * places (one value, or one merge for several), to a listen below it the whole new value. A query is run again and
   * pushed when it selects something else.
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
  private readonly lookup: (path: Path) => TreeNode | null;
  /** Messages by the changes they describe: a value is serialised once, not once per socket. */
  private readonly messages = new Map<ChangeTree, string>();

  constructor(lookup: (path: Path) => TreeNode | null) {
    this.lookup = lookup;
  }

  visit(node: ListenNode, changes: ChangeTree, path: Path): void {
    for (const listen of node.listens) this.send(listen, () => this.describe(changes, path));
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
      let message: string | null = null;
      const describe = () => {
        message ??= pushValue(childPath, toJson(this.lookup(childPath)), null);
        return message;
      };
      for (const listen of child.listens) this.send(listen, describe);
      this.visitBelow(child, childPath);
    }
  }

  private send(listen: Listen, describe: () => string): void {
    if (listen.query === null) listen.receiver.send(describe());
    else this.sendQuery(listen, listen.query);
  }

  private sendQuery(listen: Listen, query: Query): void {
    const window = toJson(select(this.lookup(listen.path), query));
    if (window === listen.window) return;
    listen.window = window;
    listen.receiver.send(pushValue(listen.path, window, listen.tag));
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
  if (changes.kind === 'set') return pushValue(path, toJson(changes.value), null);
  const entries: [Path, string][] = [];
  eachChange(changes, (change) => entries.push([change.path, toJson(change.value)]));
  return pushMerge(path, entries);
}
