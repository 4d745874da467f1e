import { type ChangeTree, eachChange, narrow } from '../tree/changes.ts';
import { toJson } from '../tree/json.ts';
import type { Path, TreeNode } from '../tree/node.ts';
import { type Query, select } from '../tree/query.ts';
import { pushMerge, pushValue } from '../wire/messages.ts';
import type { Listen, ListenNode } from './listens.ts';

/** The node at a path after the write. */
type Lookup = (path: Path) => TreeNode | null;

/**
 * Tells every listen that a committed write concerns, once each: a listen above the change hears of the
 * changed places only (one value, or one merge for several), a listen below it gets its whole new value, a
 * query is run again and pushed when it selects something else.
 */
export function fanOut(listens: ListenNode, changes: ChangeTree, lookup: Lookup): void {
  new FanOut(lookup).visit(listens, changes, []);
}

class FanOut {
  private readonly lookup: Lookup;
  /** Messages already written, by what they tell: a value is serialised once, not once per socket. */
  private readonly written = new Map<ChangeTree, string>();

  constructor(lookup: Lookup) {
    this.lookup = lookup;
  }

  visit(node: ListenNode, changes: ChangeTree, path: Path): void {
    for (const listen of node.listens) this.tell(listen, () => this.describe(changes, path));
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
      for (const listen of child.listens) this.tell(listen, describe);
      this.visitBelow(child, childPath);
    }
  }

  private tell(listen: Listen, describe: () => string): void {
    if (listen.query === null) listen.receiver.send(describe());
    else this.tellQuery(listen, listen.query);
  }

  private tellQuery(listen: Listen, query: Query): void {
    const window = toJson(select(this.lookup(listen.path), query));
    if (window === listen.window) return;
    listen.window = window;
    listen.receiver.send(pushValue(listen.path, window, listen.tag));
  }

  private describe(changes: ChangeTree, path: Path): string {
    const place = narrow(changes);
    const known = this.written.get(place.tree);
    if (known !== undefined) return known;
    const message = write(place.tree, [...path, ...place.path]);
    this.written.set(place.tree, message);
    return message;
  }
}

function write(changes: ChangeTree, path: Path): string {
  if (changes.kind === 'set') return pushValue(path, toJson(changes.value), null);
  const entries: [Path, string][] = [];
  eachChange(changes, (change) => entries.push([change.path, toJson(change.value)]));
  return pushMerge(path, entries);
}
