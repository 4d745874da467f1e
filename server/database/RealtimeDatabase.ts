import type { AuthContext } from '../auth/authContext.ts';
import { log } from '../log.ts';
import type { DatabaseGuard, DatabaseWrite } from '../rules/guard.ts';
import type { Store } from '../store/store.ts';
import { LeafTable } from './LeafTable.ts';
import { type Change, type ChangeTree, changeTree, inverseOf } from './tree/changes.ts';
import { hashOf } from './tree/hash.ts';
import { copyOf, nodeAt, type Path, type TreeNode, withValue } from './tree/node.ts';
import { viewAfter, viewOf } from './tree/view.ts';
import { parseValue } from './wire/values.ts';

/** One place of a write, its data as the client sent it. */
export type Assignment = { readonly path: Path; readonly data: unknown };

export type WriteRequest = {
  readonly assignments: readonly Assignment[];
  /** Who asks; `trusted` is the program itself, which no rule judges. */
  readonly by: AuthContext | 'trusted';
  /** For a transaction: the write holds only when the place still has this hash. */
  readonly expected?: { readonly path: Path; readonly hash: string };
};

type Refusal = { readonly kind: 'denied' } | { readonly kind: 'invalid'; readonly reason: string };

export type WriteOutcome =
  | { readonly kind: 'written' }
  /** The place is no longer what the transaction started from. */
  | { readonly kind: 'stale' }
  | Refusal
  /** The store refused; nothing has changed. */
  | { readonly kind: 'failed'; readonly cause: unknown };

/** A write that is stored and about to be seen. */
export type CommittedWrite = {
  readonly by: WriteRequest['by'];
  readonly changes: readonly Change[];
  /** The node at a path before the write. */
  readonly before: (path: Path) => TreeNode | null;
};

type Prepared =
  | { readonly kind: 'prepared'; readonly list: readonly Change[]; readonly tree: ChangeTree }
  | { readonly kind: 'invalid'; readonly reason: string };

/** What a write comes to, before anything is stored. */
type Plan = (Prepared & { kind: 'prepared' }) | { readonly kind: 'stale' } | Refusal;

type Options = {
  readonly store: Store;
  readonly guard: DatabaseGuard;
  /** Milliseconds. */
  readonly now: () => number;
  /** Runs after every committed write, before its outcome is returned. */
  readonly onChange: (changes: ChangeTree) => void;
  /** Hears of every committed write before it is seen. */
  readonly onCommit?: ((write: CommittedWrite) => void) | undefined;
};

/** The tree in memory, its rules and its rows: every write goes through here, one after the other. */
export class RealtimeDatabase {
  private readonly options: Options;
  private readonly table: LeafTable;
  private root: TreeNode | null;

  constructor(options: Options) {
    this.options = options;
    this.table = new LeafTable(options.store);
    const { tree, withheld } = this.table.load();
    this.root = tree;
    if (withheld.length > 0) {
      log.warn(
        'Stored values are not served: the Firebase SDK cannot read their keys. Stop the server and run "npm run remove-unreadable", which prints and removes them.',
        { paths: withheld.map(({ path }) => path) },
      );
    }
  }

  /** The node at a path, regardless of rules. */
  at(path: Path): TreeNode | null {
    return nodeAt(this.root, path);
  }

  mayRead(auth: AuthContext, path: Path): boolean {
    const { guard, now } = this.options;
    return isGranted(() => guard.mayRead({ auth, path, root: viewOf(this.root), now: now() }));
  }

  /** Whether the write would be taken now; for writes that are only announced (onDisconnect). */
  check(request: WriteRequest): { readonly kind: 'accepted' } | Refusal {
    const now = this.options.now();
    const prepared = this.prepare(request.assignments, now);
    if (prepared.kind === 'invalid') return prepared;
    return { kind: this.isAllowed(request.by, prepared, now) ? 'accepted' : 'denied' };
  }

  /**
   * Judges, stores and applies a write, together with others of the same moment but as if one after the other.
   * @param settled hears the outcome; listeners hear of the write before
   */
  write(request: WriteRequest, settled: (outcome: WriteOutcome) => void): void {
    const { store } = this.options;
    let plan: Plan;
    let before: readonly Change[] = [];
    store.join({
      store: () => {
        plan = this.plan(request);
        if (plan.kind !== 'prepared') return;
        this.table.save(this.root, plan.list);
        before = this.goAhead(plan.list);
      },
      takeBack: () => this.apply(before),
      committed: () => settled(plan.kind === 'prepared' ? this.show(request.by, plan) : plan),
      failed: (cause) => settled({ kind: 'failed', cause }),
    });
  }

  /** The same by itself and at once; within an outer transaction of the store it is part of that. */
  writeNow(request: WriteRequest): WriteOutcome {
    const plan = this.plan(request);
    if (plan.kind !== 'prepared') return plan;
    try {
      this.options.store.transaction(() => this.table.save(this.root, plan.list));
    } catch (cause) {
      return { kind: 'failed', cause };
    }
    return this.show(request.by, plan);
  }

  private plan(request: WriteRequest): Plan {
    if (this.isStale(request)) return { kind: this.mayKnow(request) ? 'stale' : 'denied' };
    const now = this.options.now();
    const prepared = this.prepare(request.assignments, now);
    if (prepared.kind === 'invalid') return prepared;
    return this.isAllowed(request.by, prepared, now) ? prepared : { kind: 'denied' };
  }

  private isStale({ expected }: WriteRequest): boolean {
    return expected !== undefined && hashOf(this.at(expected.path)) !== expected.hash;
  }

  /** "Stale" tells that a guess was wrong: who may not read the place must not be able to guess what it holds. */
  private mayKnow({ by, expected }: WriteRequest): boolean {
    return by === 'trusted' || expected === undefined || this.mayRead(by, expected.path);
  }

  private prepare(assignments: readonly Assignment[], now: number): Prepared {
    const list: Change[] = [];
    for (const { path, data } of assignments) {
      const parsed = parseValue(data, { stored: this.at(path), now, depth: path.length });
      if (parsed.kind === 'invalid') return parsed;
      list.push({ path, value: parsed.value });
    }
    const tree = changeTree(list);
    if (tree === null) return { kind: 'invalid', reason: 'A path of the update lies at or below another' };
    return { kind: 'prepared', list, tree };
  }

  private isAllowed(by: WriteRequest['by'], prepared: Prepared & { kind: 'prepared' }, now: number): boolean {
    if (by === 'trusted') return true;
    const request: DatabaseWrite = {
      auth: by,
      paths: prepared.list.map((change) => change.path),
      root: viewOf(this.root),
      newRoot: viewAfter(this.root, prepared.tree),
      now,
    };
    return isGranted(() => this.options.guard.mayWrite(request));
  }

  /** Changes the tree for the writes that are judged next; returns how to take that back. */
  private goAhead(list: readonly Change[]): readonly Change[] {
    const before = list.map(({ path }) => inverseOf(this.root, path));
    // Copies: branches are changed in place, and the writes that come next may change these.
    this.apply(list.map(({ path, value }) => ({ path, value: copyOf(value) })));
    return before.toReversed();
  }

  private apply(list: readonly Change[]): void {
    for (const { path, value } of list) this.root = withValue(this.root, path, value);
  }

  /** What is stored now happens here, and is told. */
  private show(by: WriteRequest['by'], { list, tree }: Prepared & { kind: 'prepared' }): WriteOutcome {
    this.options.onCommit?.({ by, changes: list, before: (path) => this.at(path) });
    this.apply(list);
    this.options.onChange(tree);
    return { kind: 'written' };
  }
}

/** A guard that fails grants nothing. */
function isGranted(judge: () => boolean): boolean {
  try {
    return judge();
  } catch (error) {
    log.error('A database rule could not be judged', { error });
    return false;
  }
}
