import { fail } from '../EvaluationFailure.ts';
import type { DatabasePrimitive, DataView as TreeView } from '../guard.ts';

/** Stands for a value with children: rules can tell it from null and from primitives, nothing more. */
export const SUBTREE = Symbol('a value with children');

/** `data`, `newData` and `root` in a rule: one place of a tree, before or after the write. */
export class Snapshot {
  readonly #tree: TreeView;
  readonly #path: readonly string[];
  readonly #view: TreeView;

  constructor(tree: TreeView, path: readonly string[], view: TreeView = viewAt(tree, path)) {
    this.#tree = tree;
    this.#path = path;
    this.#view = view;
  }

  /** The place below at `path`, whose parts are separated by slashes. */
  child(path: string): Snapshot {
    const keys = path.split('/').filter((key) => key !== '');
    return new Snapshot(this.#tree, [...this.#path, ...keys], viewAt(this.#view, keys));
  }

  parent(): Snapshot {
    if (this.#path.length === 0) return fail('the root has no parent');
    return new Snapshot(this.#tree, this.#path.slice(0, -1));
  }

  value(): DatabasePrimitive | typeof SUBTREE {
    return this.#view.hasChildren() ? SUBTREE : this.#view.primitive();
  }

  exists(): boolean {
    return this.#view.exists();
  }

  hasChildren(): boolean {
    return this.#view.hasChildren();
  }
}

function viewAt(view: TreeView, path: readonly string[]): TreeView {
  return path.reduce((place, key) => place.child(key), view);
}
