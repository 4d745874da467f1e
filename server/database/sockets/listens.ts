import type { Path } from '../tree/node.ts';
import type { Query } from '../tree/query.ts';
import type { QueryObject } from '../wire/queryObject.ts';

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
export type ListenNode = {
  readonly listens: Set<Listen>;
  readonly children: Map<string, ListenNode>;
};

/** Every live listen by place. */
export class ListenTree {
  readonly root: ListenNode = emptyNode();

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
