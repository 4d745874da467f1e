import type { AuthContext } from '../auth/authContext.ts';
import { sealsAfter } from '../integrity/seals.ts';
import { log } from '../log.ts';
import type { QuotaClient } from '../quota/QuotaClient.ts';
import type { DatabaseRules, DatabaseWrite } from '../rules/rules.ts';
import type { Store } from '../store/store.ts';
import { LeafTable, type Loaded } from './LeafTable.ts';
import { ListClaims } from './ListClaims.ts';
import {
  type Change,
  type ChangeTree,
  changeTree,
  inverseOf,
  viewAfter,
  viewOf,
  withPlace,
} from './tree/changes.ts';
import { Branch, copyOf, nodeAt, type Path, type TreeNode, withValue } from './tree/node.ts';
import { invalid, parseValue, type Refusal } from './wire/values.ts';

/** One place of a write, its data as the client sent it. */
export type Assignment = { readonly path: Path; readonly data: unknown };

export type WriteRequest = {
  readonly assignments: readonly Assignment[];
  /** Who asks; `trusted` is the program itself, to which no rule applies. */
  readonly by: AuthContext | 'trusted';
  /** The client's part of the unprivileged quota; the evaluation counts as its work. */
  readonly client?: QuotaClient;
};

export type WriteOutcome =
  | { readonly kind: 'written' }
  | { readonly kind: 'denied' }
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

type Prepared = { readonly kind: 'prepared'; readonly list: readonly Change[]; readonly tree: ChangeTree };

/** What a write comes to, before anything is stored. */
type Plan = Prepared | { readonly kind: 'denied' } | Refusal;

/** What the tree is made of, and who is told of its writes. */
export type TreeOptions = {
  readonly store: Store;
  /** What was read of it already; by default it is read now. */
  readonly loaded?: Loaded;
  readonly rules: DatabaseRules;
  /** Whether figures of the list's entries are taken as they come; see `ServerConfig`. */
  readonly trustsClaims?: boolean;
  /** Called with every committed write before listeners see it. */
  readonly onCommit?: (write: CommittedWrite) => void;
};

type Options = TreeOptions & {
  /** Milliseconds. */
  readonly now: () => number;
  /** Runs after every committed write, before its outcome is returned. */
  readonly onChange: (changes: ChangeTree) => void;
};

/** The tree in memory, its rules and its rows: every write goes through here, one after the other. */
export class RealtimeDatabase {
  private readonly table: LeafTable;
  private readonly claims = new ListClaims();
  private root: TreeNode | null;

  constructor(private readonly options: Options) {
    this.table = new LeafTable(options.store);
    this.root = (options.loaded ?? this.table.load()).tree;
  }

  /** The node at a path, regardless of rules. */
  at(path: Path): TreeNode | null {
    return nodeAt(this.root, path);
  }

  mayRead(auth: AuthContext, path: Path): boolean {
    const { rules, now } = this.options;
    return grants(() => rules.mayRead({ auth, path, root: viewOf(this.root), now: now() }));
  }

  /**
   * Evaluates the rules for a write, stores it and applies it. Writes of the same moment share a commit, and have the
   * same results as one after the other.
   * @param settled called with the outcome, after the listeners have been sent the write
   */
  write(request: WriteRequest, settled: (outcome: WriteOutcome) => void): void {
    const { store } = this.options;
    let plan: Plan;
    store.join({
      store: () => {
        plan = request.client?.measure(() => this.plan(request)) ?? this.plan(request);
        if (plan.kind === 'prepared') this.table.save(this.root, plan.list);
      },
      applySpeculatively: () => this.applySpeculatively(plan.kind === 'prepared' ? plan.list : []),
      committed: () => settled(plan.kind === 'prepared' ? this.publish(request.by, plan) : plan),
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
    return this.publish(request.by, plan);
  }

  private plan(request: WriteRequest): Plan {
    const now = this.options.now();
    const prepared = this.prepare(request.assignments, now);
    if (prepared.kind !== 'prepared') return prepared;
    return this.isAllowed(request.by, prepared, now) ? this.sealed(prepared) : { kind: 'denied' };
  }

  private prepare(assignments: readonly Assignment[], now: number): Prepared | Refusal {
    const list: Change[] = [];
    for (const { path, data } of assignments) {
      const parsed = parseValue(data, { stored: () => this.at(path), now, depth: path.length });
      if (parsed.kind !== 'value') return parsed;
      list.push({ path, value: parsed.value });
    }
    const tree = changeTree(list);
    if (tree === null) return invalid('A path of the update lies at or below another');
    return { kind: 'prepared', list, tree };
  }

  /** With the seals of the entries in it: no rule grants those to anybody. */
  private sealed({ list, tree, ...kind }: Prepared): Prepared {
    const seals = sealsAfter(this.root, list);
    const places = seals.map(({ path: [place = ''], value }) => ({ place, value }));
    return {
      ...kind,
      list: [...list, ...seals],
      tree: places.reduce((sum, { place, value }) => withPlace(sum, place, value), tree),
    };
  }

  private isAllowed(by: WriteRequest['by'], prepared: Prepared, now: number): boolean {
    if (by === 'trusted') {
      this.claims.forget(prepared.list);
      return true;
    }
    const request: DatabaseWrite = {
      auth: by,
      paths: prepared.list.map((change) => change.path),
      root: viewOf(this.root),
      newRoot: viewAfter(this.root, prepared.tree),
      now,
    };
    if (!grants(() => this.options.rules.mayWrite(request))) return false;
    const lie = this.options.trustsClaims ? null : this.claims.findFalseClaim(this.root, prepared.list);
    if (lie !== null) log.warn('An entry of the list that says what is not so was refused', { lie });
    return lie === null;
  }

  /** Changes the tree for the writes that are planned next; returns what takes that back. */
  private applySpeculatively(list: readonly Change[]): () => void {
    const before = list.map(({ path }) => inverseOf(this.root, path)).toReversed();
    // Copies: branches are changed in place, and the writes that come next may change these.
    this.apply(list.map(({ path, value }) => ({ path, value: copyOf(value) })));
    return () => this.apply(before);
  }

  private apply(list: readonly Change[]): void {
    for (const { path, value } of list) this.root = withValue(this.root, path, value);
  }

  /** Applies a stored write and sends it to the listeners. */
  private publish(by: WriteRequest['by'], { list, tree }: Prepared): WriteOutcome {
    this.options.onCommit?.({ by, changes: list, before: (path) => this.at(path) });
    this.apply(list);
    this.options.onChange(tree);
    for (const { value } of list) if (value instanceof Branch) value.pack();
    return { kind: 'written' };
  }
}

/** Rules that throw grant nothing. */
function grants(evaluate: () => boolean): boolean {
  try {
    return evaluate();
  } catch (error) {
    log.error('A database rule could not be evaluated', { error });
    return false;
  }
}
