import type { AuthContext } from '../auth/authContext.ts';
import { isSealPlace, sealsAfter } from '../integrity/seals.ts';
import { log } from '../log.ts';
import type { QuotaClient } from '../quota/QuotaClient.ts';
import type { DatabaseRules, DatabaseWrite } from '../rules/rules.ts';
import type { Store } from '../store/store.ts';
import { LeafTable, type Loaded } from './LeafTable.ts';
import { ListClaims } from './ListClaims.ts';
import { isOfLog } from './LogEntries.ts';
import {
  type Change,
  type ChangeTree,
  changeTree,
  inverseOf,
  viewAfter,
  viewOf,
  withPlace,
} from './tree/changes.ts';
import { Branch, copyOf, nodeAt, type Path, type TreeNode } from './tree/node.ts';
import { invalid, parseValue, Refusal } from './wire/values.ts';

/** One place of a write, its data as the client sent it. */
type Assignment = { readonly path: Path; readonly data: unknown };

export type WriteRequest = {
  readonly assignments: readonly Assignment[];
  /** Who asks; `trusted` is the program itself, to which no rule applies. */
  readonly by: AuthContext | 'trusted';
  /** The client's part of the unprivileged quota; the evaluation counts as its work. */
  readonly client?: QuotaClient;
};

/** Called once: with null when the write is stored, else with a Refusal or what the store threw; nothing has changed then. */
export type Settled = (error: unknown) => void;

/** A write that is stored and about to be seen. */
export type CommittedWrite = {
  readonly by: WriteRequest['by'];
  readonly changes: readonly Change[];
  /** The node at a path before the write. */
  readonly before: (path: Path) => TreeNode | null;
};

/** What a write comes to, before anything is stored. */
type Plan = { readonly list: readonly Change[]; readonly tree: ChangeTree };

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
    this.root = options.loaded ? this.table.logs.attach(options.loaded.tree) : this.table.load().tree;
  }

  /** The node at a path, regardless of rules. */
  at(path: Path): TreeNode | null {
    return nodeAt(this.root, path);
  }

  /** What a reader gets at a path: like {@link at}, and below the newest seal of a log the hash of any by its number. */
  shownAt(path: Path): TreeNode | null {
    const [place = '', seq = ''] = path;
    const isOfEntry = path.length === 2 && isSealPlace(place) && /^[1-9]\d{0,14}$/.test(seq);
    return isOfEntry ? (this.table.seals.at(place, Number(seq))?.hash ?? null) : this.at(path);
  }

  mayRead(auth: AuthContext, path: Path): boolean {
    const { rules, now } = this.options;
    return grants(() => rules.mayRead({ auth, path, root: viewOf(this.root), now: now() }));
  }

  /**
   * Evaluates the rules for a write, stores it and applies it. Writes of the same moment share a commit, and have the
   * same results as one after the other.
   * @param settled called after the listeners have been sent the write
   */
  write(request: WriteRequest, settled: Settled): void {
    const { store } = this.options;
    let plan: Plan;
    store.join({
      store: () => {
        plan = request.client?.measure(() => this.plan(request)) ?? this.plan(request);
        this.table.save(this.root, plan.list);
      },
      applySpeculatively: () => this.applySpeculatively(plan.list),
      committed: () => {
        this.publish(request.by, plan);
        settled(null);
      },
      failed: (error) => {
        this.table.logs.show(request.assignments);
        settled(error);
      },
    });
  }

  /** The same by itself and at once; within an outer transaction of the store it is part of that. @throws Refusal */
  writeNow(request: WriteRequest): void {
    const plan = this.plan(request);
    try {
      this.options.store.transaction(() => this.table.save(this.root, plan.list));
    } catch (error) {
      this.table.logs.show(plan.list);
      throw error;
    }
    this.publish(request.by, plan);
  }

  private plan({ assignments, by }: WriteRequest): Plan {
    const now = this.options.now();
    const list = assignments.map(({ path, data }) => {
      const value = parseValue(data, { stored: () => this.at(path), now, depth: path.length });
      return { path, value };
    });
    const tree = changeTree(list);
    if (tree === null) throw invalid('A path of the update lies at or below another');
    if (!this.isAllowed(by, { list, tree }, now)) throw denied();
    return this.sealed({ list, tree });
  }

  /** With the seals of the entries in it: no rule grants those to anybody. */
  private sealed({ list, tree }: Plan): Plan {
    const seals = sealsAfter(this.root, list);
    const places = seals.map(({ path: [place = ''], value }) => ({ place, value }));
    return {
      list: [...list, ...seals],
      tree: places.reduce((sum, { place, value }) => withPlace(sum, place, value), tree),
    };
  }

  private isAllowed(by: WriteRequest['by'], { list, tree }: Plan, now: number): boolean {
    if (by === 'trusted') {
      this.claims.forget(list);
      return true;
    }
    const request: DatabaseWrite = {
      auth: by,
      paths: list.map((change) => change.path),
      root: viewOf(this.root),
      newRoot: viewAfter(this.root, tree),
      now,
    };
    if (!grants(() => this.options.rules.mayWrite(request))) return false;
    const lie = this.options.trustsClaims ? null : this.claims.findFalseClaim(this.root, list);
    if (lie !== null) log.warn('An entry of the list that says what is not so was refused', { lie });
    return lie === null;
  }

  /** Changes the tree for the writes that are planned next; returns what takes that back. */
  private applySpeculatively(list: readonly Change[]): () => void {
    const others = list.filter(({ path }) => !isOfLog(path));
    const before = others.map(({ path }) => inverseOf(this.root, path)).toReversed();
    // Copies: branches are changed in place, and the writes that come next may change these.
    const conceal = this.apply(list.map(({ path, value }) => ({ path, value: copyOf(value) })));
    return () => {
      conceal();
      this.apply(before);
    };
  }

  /** @returns takes back that the logs are seen with the changes */
  private apply(list: readonly Change[]): () => void {
    const { tree, conceal } = this.table.applied(this.root, list);
    this.root = tree;
    return conceal;
  }

  /** Applies a stored write and sends it to the listeners. */
  private publish(by: WriteRequest['by'], { list, tree }: Plan): void {
    this.options.onCommit?.({ by, changes: list, before: (path) => this.at(path) });
    this.apply(list);
    this.options.onChange(tree);
    for (const { value } of list) if (value instanceof Branch) value.pack();
  }
}

export function denied(): Refusal {
  return new Refusal('permission_denied', 'Permission denied');
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
