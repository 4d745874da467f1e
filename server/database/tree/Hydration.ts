import { Branch, type Primitive, type TreeNode } from './node.ts';

/**
 * Puts a tree together from its primitives in the order of their paths (keys joined by `/`). In that order everything
 * below a place stands together, so that only the branches on the way to the last primitive have to be kept in mind.
 */
export class Hydration {
  private readonly root = new Branch();
  /** The branches that lead to the last primitive, and where in its path the keys of each begin. */
  private readonly open: Branch[] = [this.root];
  private readonly starts: number[] = [0];
  private last = '';

  add(path: string, value: Primitive): void {
    this.closeUntil(path);
    let start = this.starts.at(-1) ?? 0;
    for (let end = path.indexOf('/', start); end >= 0; end = path.indexOf('/', start)) {
      const branch = new Branch();
      this.innermost.children.set(path.slice(start, end), branch);
      start = end + 1;
      this.open.push(branch);
      this.starts.push(start);
    }
    this.innermost.children.set(path.slice(start), value);
    this.last = path;
  }

  get tree(): TreeNode | null {
    return this.root.children.size > 0 ? this.root : null;
  }

  private get innermost(): Branch {
    return this.open.at(-1) ?? this.root;
  }

  /** Leaves the branches that do not lead to `path`. */
  private closeUntil(path: string): void {
    while (this.open.length > 1 && !this.leadsTo(path)) {
      this.open.pop();
      this.starts.pop();
    }
  }

  private leadsTo(path: string): boolean {
    return path.startsWith(this.last.slice(0, this.starts.at(-1)));
  }
}
