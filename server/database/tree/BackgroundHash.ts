import { hashInSteps } from './hash.ts';
import { Branch, type TreeNode } from './node.ts';

/** How long one slice of work may hold up everything else, and the pause after it. Milliseconds. */
const SLICE_MS = 4;
const PAUSE_MS = 4;

/**
 * Hashes what is stored ahead of the first client that asks (after a reconnect each says what it holds by a hash):
 * 100,000 mappings take a second, which nobody should have to wait for, and here they take it in slices.
 */
export class BackgroundHash {
  private readonly due: Branch[] = [];
  private steps: Iterator<void> | null = null;
  private timer: NodeJS.Timeout | undefined;

  /** Takes on a subtree as it is now. What is changed or removed before its turn does no harm. */
  add(node: TreeNode | null): void {
    if (!(node instanceof Branch)) return;
    this.due.push(node);
    this.timer ??= setTimeout(() => this.work(), PAUSE_MS).unref();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.due.length = 0;
    this.steps = null;
  }

  private work(): void {
    const end = performance.now() + SLICE_MS;
    while (performance.now() < end) {
      this.steps ??= this.next();
      if (this.steps === null) {
        this.timer = undefined;
        return;
      }
      if (this.steps.next().done) this.steps = null;
    }
    this.timer = setTimeout(() => this.work(), PAUSE_MS).unref();
  }

  private next(): Iterator<void> | null {
    const node = this.due.shift();
    return node === undefined ? null : hashInSteps(node);
  }
}
