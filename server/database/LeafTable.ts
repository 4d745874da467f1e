import { UNREADABLE_KEYS } from '#model/keyProblem.ts';
import {
  ACCESS_HISTORY_PATH,
  ACCESS_PATH,
  CHANGES_BY_KEY_PATH,
  CHANGES_PATH,
  CHART_HISTORY_PATH,
  CHART_PATH,
  HISTORY_PATH,
  MAPPINGS_PATH,
  PROPOSALS_PATH,
} from '#model/paths.ts';
import { isSealPlace, newestSeals, SealTable } from '../integrity/seals.ts';
import { DamagedData, parseStored } from '../store/damage.ts';
import { migrate } from '../store/migrations.ts';
import type { Store } from '../store/store.ts';
import { createLogs, hasLogs, isOfLog, LOG_NODES, LogEntries } from './LogEntries.ts';
import type { Change } from './tree/changes.ts';
import {
  Branch,
  childOf,
  copyOf,
  eachLeaf,
  fromPlain,
  nodeAt,
  type Path,
  type Primitive,
  primitiveAbove,
  type TreeNode,
  toJson,
  withValue,
} from './tree/node.ts';

/** The value is JSON text. */
const CREATE_LEAVES =
  'CREATE TABLE IF NOT EXISTS database_leaves (path TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID';

/** Marks by key were rows in the first version: see LogEntries.ts. */
const DROP_MARKS = `
  DELETE FROM database_leaves
  WHERE path > '${CHANGES_BY_KEY_PATH}/' AND path < '${CHANGES_BY_KEY_PATH}0'`;

/** Changes nothing: from this version on entries have seals, and programs that make none must refuse the data. */
const ASK_FOR_SEALS = 'SELECT 1';

/**
 * Many rows as two JSON texts: several times as fast as row by row. Pages of 10,000 rows take longer, since what they hold
 * outlives the youngest generation of the heap; and so many entries of an upload do not fit into one text.
 */
const READ_PAGE = `
  SELECT json_group_array(path), '[' || group_concat(value) || ']'
  FROM (SELECT path, value FROM database_leaves WHERE path > ? ORDER BY path LIMIT 2000)`;

/**
 * Places whose children are one row each, as JSON text: mappings here, and what the logs have in their own table. Mappings
 * that the first version stored are rows of their fields until they change.
 */
const WHOLE_CHILDREN: ReadonlySet<string> = new Set([MAPPINGS_PATH, ...LOG_NODES]);
const WHOLE_DEPTH = 2;

const UNREADABLE = new RegExp(`(^|/)(${UNREADABLE_KEYS.join('|')})(/|$)`);

/** One row: a place and its value. */
export type StoredLeaf = { readonly path: string; readonly value: unknown };

/** What is on disk. */
export type Loaded = {
  readonly tree: TreeNode | null;
  /**
   * What earlier versions stored under keys that the SDK cannot read. It is no part of the tree: served, one of them
   * would take the whole place from every reader.
   */
  readonly withheld: readonly StoredLeaf[];
};

/**
 * The tree on disk, one row per primitive, such as a counter; mappings are rows as a whole. The logs have tables of their
 * own, and so have the newest seals. Keys are joined by `/`, which no key contains; the order of the primary key keeps
 * subtrees together.
 */
export class LeafTable {
  private readonly db: Store['db'];
  private readonly putAll;
  private readonly removeLeaf;
  private readonly removeBelow;
  private readonly removeAll;
  readonly seals: SealTable;
  readonly logs: LogEntries;

  constructor(store: Store) {
    migrate(store, 'database', [CREATE_LEAVES, DROP_MARKS, ASK_FOR_SEALS]);
    migrate(store, 'logs', [moveLogs]);
    this.seals = new SealTable(store);
    const { db } = store;
    this.db = db;
    this.logs = new LogEntries(db);
    // All rows of a write as one JSON parameter: three times as fast as one statement per row.
    this.putAll = db.prepare(
      'INSERT OR REPLACE INTO database_leaves (path, value) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
    );
    this.removeLeaf = db.prepare('DELETE FROM database_leaves WHERE path = ?');
    this.removeBelow = db.prepare('DELETE FROM database_leaves WHERE path > ? AND path < ?');
    this.removeAll = db.prepare('DELETE FROM database_leaves');
  }

  /** Removes rows that are not part of the tree. Belongs into a transaction. */
  drop(withheld: Loaded['withheld']): void {
    for (const { path } of withheld) this.removeLeaf.run(path);
  }

  /** Everything as last committed. */
  load(): Loaded {
    const { tree, withheld } = readLeaves(this.db);
    return { tree: this.logs.attach(tree), withheld };
  }

  /** The tree after changes that are stored, and what takes back that the logs are seen with them. */
  applied(
    root: TreeNode | null,
    changes: readonly Change[],
  ): { readonly tree: TreeNode | null; readonly conceal: () => void } {
    const conceal = this.logs.show(changes);
    const others = changes.filter(({ path }) => !isOfLog(path));
    const tree = others.reduce((sum, { path, value }) => withValue(sum, path, value), root);
    // Most writes are none of a log.
    const isOfNone = others.length === changes.length && others.every(({ path }) => path.length > 0);
    return { tree: isOfNone ? tree : this.logs.attach(tree), conceal };
  }

  /** Writes the changes of one request; `root` is the tree before it. Belongs into a transaction. */
  save(root: TreeNode | null, changes: readonly Change[]): void {
    const rows: [path: string, value: string][] = [];
    this.seals.save(changes);
    for (const { path, value } of wholeChanges(root, changes)) {
      if (isSealPlace(path[0])) continue;
      if (isOfLog(path)) {
        this.logs.save({ path, value });
        continue;
      }
      if (path.length === 0)
        for (const node of LOG_NODES) this.logs.save({ path: [node], value: childOf(value, node) });
      this.removeAt(root, path);
      if (value !== null) this.removePrimitiveAbove(root, path);
      eachRow(value, path, (at, node) => rows.push([at.join('/'), toJson(node)]));
    }
    if (rows.length > 0) this.putAll.run(JSON.stringify(rows));
  }

  private removeAt(root: TreeNode | null, path: Path): void {
    const stored = nodeAt(root, path);
    const text = path.join('/');
    if (stored === null) return;
    if (!(stored instanceof Branch) || isWhole(path)) this.removeLeaf.run(text);
    if (!(stored instanceof Branch)) return;
    if (path.length === 0) this.removeAll.run();
    else this.removeBelow.run(`${text}/`, `${text}0`); // '0' is the character after '/'
  }

  /** A value below a primitive replaces it. */
  private removePrimitiveAbove(root: TreeNode | null, path: Path): void {
    const depth = primitiveAbove(root, path);
    if (depth !== null) this.removeLeaf.run(path.slice(0, depth).join('/'));
  }
}

/** Everything that is stored in an open database. */
export function loadLeaves(db: Store['db']): Loaded {
  const { tree, withheld } = readLeaves(db);
  if (!hasLogs(db)) createLogs(db, tree, 'TEMP');
  return { tree: new LogEntries(db).attach(tree), withheld };
}

/** Former versions had the logs among the other values. */
function moveLogs(db: Store['db']): void {
  createLogs(db, readLeaves(db).tree, '');
  const remove = db.prepare('DELETE FROM database_leaves WHERE path > ? AND path < ?');
  for (const node of LOG_NODES) remove.run([`${node}/`, `${node}0`]);
}

/** Everything that is stored in the table, as one tree with the newest seals. */
function readLeaves(db: Store['db']): Loaded {
  const whole = db.prepare("SELECT path, value FROM database_leaves WHERE path = ''").get([]) as
    | Row
    | undefined;
  if (whole !== undefined) return { tree: parseRow(whole, 0) as Primitive, withheld: [] };
  const withheld: StoredLeaf[] = [];
  let rows = 0;
  const hydration = new Hydration();
  const readPage = db.prepare(READ_PAGE).raw(true);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = readPage.get([after]) as unknown as Page;
    const paths = JSON.parse(page[0]) as string[];
    const values = valuesOf(page);
    if (paths.length !== values?.length) throw damageAfter(db, after, rows);
    for (const [index, value] of values.entries()) {
      const path = paths[index] ?? '';
      if (UNREADABLE.test(path)) withheld.push({ path, value });
      else hydration.add(path, fromPlain(value));
    }
    rows += paths.length;
    after = paths.at(-1);
  }
  const { stored } = db.prepare('SELECT count(*) AS stored FROM database_leaves').get([]) as {
    stored: number;
  };
  if (rows !== stored) throw new DamagedData(`${stored} values are stored and ${rows} can be read`);
  const tree = newestSeals(db).reduce((sum, { path, value }) => withValue(sum, path, value), hydration.tree);
  return { tree, withheld };
}

type Row = { readonly path: string; readonly value: string };
type Page = readonly [paths: string, values: string | null];

/** Null when one of them is not JSON. */
function valuesOf([, values]: Page): unknown[] | null {
  try {
    return JSON.parse(values ?? '[]') as unknown[];
  } catch {
    return null;
  }
}

/** Looks row by row for the value that is not JSON. @param rows how many come before */
function damageAfter(db: Store['db'], after: string, rows: number): DamagedData {
  const stored = db.prepare(
    'SELECT path, value FROM database_leaves WHERE path > ? ORDER BY path LIMIT 2000',
  );
  try {
    for (const [index, row] of (stored.all([after]) as Row[]).entries()) parseRow(row, rows + index);
  } catch (error) {
    if (error instanceof DamagedData) return error;
    throw error;
  }
  return new DamagedData(`values after row ${rows} of database_leaves are not JSON`);
}

/** A place that only looks like one of them may begin with what stood below it. */
const NODES: ReadonlySet<string> = new Set([
  MAPPINGS_PATH,
  HISTORY_PATH,
  CHANGES_PATH,
  CHART_PATH,
  CHART_HISTORY_PATH,
  PROPOSALS_PATH,
  ACCESS_PATH,
  ACCESS_HISTORY_PATH,
  'usage',
]);

/** The message names the row by its number: its path has the keyword of a mapping in it, or the address of a person. */
function parseRow({ path, value }: Row, index: number): unknown {
  return parseStored(value, () => {
    const [top = ''] = path.split('/', 1);
    const below = NODES.has(top) ? ` (below ${top})` : '';
    return `the value in row ${index + 1} of database_leaves${below}`;
  });
}

function isWhole(path: Path): boolean {
  return path.length === WHOLE_DEPTH && WHOLE_CHILDREN.has(path[0] ?? '');
}

/** Calls `visit` with what is a row of its own below (or at) `node`. */
function eachRow(node: TreeNode | null, path: Path, visit: (path: Path, node: TreeNode) => void): void {
  if (node === null || isOfLog(path) || isSealPlace(path[0])) return;
  const isAbove = path.length === 0 || (path.length === 1 && WHOLE_CHILDREN.has(path[0] ?? ''));
  if (isWhole(path)) visit(path, node);
  else if (!isAbove || !(node instanceof Branch)) eachLeaf(node, path, visit);
  else for (const [key, child] of node.children) eachRow(child, [...path, key], visit);
}

/** The changes, where those below a place that is one row are one change of that place. */
function wholeChanges(root: TreeNode | null, changes: readonly Change[]): readonly Change[] {
  const isBelow = ({ path }: Change) => path.length > WHOLE_DEPTH && isWhole(path.slice(0, WHOLE_DEPTH));
  if (!changes.some(isBelow)) return changes;
  const whole = new Map<string, Change>();
  for (const { path, value } of changes.filter(isBelow)) {
    const place = path.slice(0, WHOLE_DEPTH);
    const name = place.join('/');
    const { value: node } = whole.get(name) ?? { value: copyOf(nodeAt(root, place)) };
    whole.set(name, { path: place, value: withValue(node, path.slice(WHOLE_DEPTH), copyOf(value)) });
  }
  return [...changes.filter((change) => !isBelow(change)), ...whole.values()];
}

/**
 * Puts a tree together from its rows in the order of their paths (keys joined by `/`). In that order everything
 * below a place stands together, so that only the branches on the way to the last primitive need to be remembered.
 */
class Hydration {
  private readonly root = new Branch();
  /** The branches that lead to the last primitive, and what the paths below each begin with. */
  private readonly open: Branch[] = [this.root];
  private readonly prefixes: string[] = [''];

  add(path: string, value: TreeNode): void {
    this.closeUntil(path);
    let start = this.prefix.length;
    for (let end = path.indexOf('/', start); end >= 0; end = path.indexOf('/', start)) {
      const branch = new Branch();
      this.innermost.children.set(path.slice(start, end), branch);
      start = end + 1;
      this.open.push(branch);
      this.prefixes.push(path.slice(0, start));
    }
    this.innermost.children.set(path.slice(start), value);
  }

  get tree(): TreeNode | null {
    return this.root.children.size > 0 ? this.root : null;
  }

  private get innermost(): Branch {
    return this.open.at(-1) ?? this.root;
  }

  private get prefix(): string {
    return this.prefixes.at(-1) ?? '';
  }

  /** Leaves the branches that do not lead to `path`. */
  private closeUntil(path: string): void {
    while (!path.startsWith(this.prefix)) {
      this.open.pop();
      this.prefixes.pop();
    }
  }
}
