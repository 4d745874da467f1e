import { isUtf8 } from 'node:buffer';
import type Database from 'libsql';
import { LIST_LOG } from '#model/history.ts';
import { ACCESS_HISTORY_PATH, CHANGES_BY_KEY_PATH, CHART_HISTORY_PATH } from '#model/paths.ts';
import { DamagedData, parseStored } from '../store/damage.ts';
import { tablesIn } from '../store/migrations.ts';
import type { Change } from './tree/changes.ts';
import {
  Branch,
  type Children,
  childOf,
  fromPlain,
  keysBelow,
  type Path,
  type Query,
  type TreeNode,
  toJson,
  withValue,
} from './tree/node.ts';

/** The nodes of the logs of list, access and chart: each of their children is a row, an entry or its changes. */
export const LOG_NODES: readonly string[] = [
  LIST_LOG.history,
  LIST_LOG.changes,
  ACCESS_HISTORY_PATH,
  CHART_HISTORY_PATH,
];

const PLACES: ReadonlySet<string | undefined> = new Set([...LOG_NODES, CHANGES_BY_KEY_PATH]);

/** Whether a place is of a log, and so in these tables. */
export function isOfLog([node]: Path): boolean {
  return PLACES.has(node);
}

/** The fields by which entries are asked for: each has an index. */
const ORDERS: readonly string[] = ['seq', 'batch'];

/**
 * The numbers of the entries that changed a key stand for the marks by key: the rules take an entry only with the mark of
 * each of its changes, and no other marks. `temp` for the form in which a read-only connection has them.
 * STORED, and before the value: what is asked of an index alone would else read every entry.
 */
const createTables = (temp: '' | 'TEMP') => `
  CREATE ${temp} TABLE log_entries (
    node TEXT NOT NULL, id TEXT NOT NULL,
    seq ANY AS (value ->> '$.seq') STORED, batch ANY AS (value ->> '$.batch') STORED,
    value TEXT NOT NULL,
    PRIMARY KEY (node, id)
  ) STRICT;
  CREATE INDEX ${temp && 'temp.'}log_entries_by_seq ON log_entries (node, seq);
  CREATE INDEX ${temp && 'temp.'}log_entries_by_batch ON log_entries (node, batch) WHERE batch IS NOT NULL;
  CREATE ${temp} TABLE log_marks (key TEXT, seq INTEGER, PRIMARY KEY (key, seq)) STRICT, WITHOUT ROWID`;

/** Text is read as bytes: what is not UTF-8 would end the process, and a start does not look at the logs. */
const ID = 'CAST(id AS BLOB) AS id';
const ROW = `SELECT ${ID}, CAST(value AS BLOB) AS bytes FROM log_entries`;

/** libsql gives a `Buffer` for one row, and an `ArrayBuffer` in each of several. */
type Bytes = Uint8Array | ArrayBuffer;
type Row = { readonly id: Bytes; readonly bytes: Bytes };

const textOf = (bytes: Bytes) => Buffer.from(bytes as ArrayBuffer).toString();

/**
 * The logs on disk: entries, changes and marks by key are read when somebody asks for them, and never held. In the tree each
 * of their nodes is a branch that reads ({@link attach}); whoever looks at one sees no difference.
 *
 * A write stores its rows before it is seen: until it is applied, its places have the values from before.
 */
export class LogEntries {
  readonly #db: Database.Database;
  readonly #read;
  readonly #put;
  readonly #putMarks;
  readonly #removeMarks;
  readonly #nodes: ReadonlyMap<string, OnDisk>;
  /** By their paths, the former values of places that are stored and not applied yet. */
  readonly #unseen = new Map<string, TreeNode | null>();

  /** @param db has the tables; see {@link createLogs} */
  constructor(db: Database.Database) {
    this.#db = db;
    this.#read = db.prepare(`${ROW} WHERE node = ? AND id = ?`);
    this.#put = db.prepare(
      'INSERT OR REPLACE INTO log_entries (node, id, value) SELECT ?, value ->> 0, value ->> 1 FROM json_each(?)',
    );
    this.#putMarks = db.prepare(
      'INSERT OR REPLACE INTO log_marks SELECT value, ? FROM json_each(?) ORDER BY value',
    );
    this.#removeMarks = db.prepare(
      'DELETE FROM log_marks WHERE seq = ? AND key IN (SELECT value FROM json_each(?))',
    );
    this.#nodes = new Map<string, OnDisk>([
      ...LOG_NODES.map((node) => [node, new EntriesOnDisk(db, node, this)] as const),
      [CHANGES_BY_KEY_PATH, new MarksOnDisk(db, this)],
    ]);
  }

  /** The tree with the logs in it, as far as there are entries. */
  attach(root: TreeNode | null): TreeNode | null {
    let tree = root;
    for (const [node, { isEmpty, branch }] of this.#nodes)
      tree = withValue(tree, [node], isEmpty ? null : branch);
    return tree;
  }

  /** What is seen at the place of an entry. */
  entryAt(node: string, id: string): TreeNode | null {
    const unseen = this.#unseen.get(`${node}/${id}`);
    if (unseen !== undefined) return unseen;
    const row = this.#read.get([node, id]) as Row | undefined;
    return row === undefined ? null : nodeOf(row, node);
  }

  /** Whether all that is stored is seen. */
  get isSettled(): boolean {
    return this.#unseen.size === 0;
  }

  /** Whether the stored entry is seen. */
  sees(node: string, id: string): boolean {
    return this.#unseen.get(`${node}/${id}`) !== null;
  }

  /** Writes a change of a whole node or of one entry; marks follow from those. Belongs into a transaction. */
  save({ path: [node = '', id], value }: Change): void {
    if (node === CHANGES_BY_KEY_PATH) return;
    if (id === undefined) {
      this.#removeAll(node);
      this.#putAll(node, value instanceof Branch ? [...value.children] : []);
    } else {
      const former = this.entryAt(node, id);
      this.#unseen.set(`${node}/${id}`, former);
      if (former !== null) this.#remove(node, id, former);
      if (value !== null) this.#putAll(node, [[id, value]]);
    }
  }

  /** Lets the stored changes be seen. @returns takes that back */
  show(changes: readonly Pick<Change, 'path'>[]): () => void {
    const shown = changes
      .map(({ path: [node, id] }) => `${node}/${id}`)
      .flatMap((place) => {
        const former = this.#unseen.get(place);
        return this.#unseen.delete(place) ? [[place, former ?? null] as const] : [];
      });
    return () => {
      for (const [place, former] of shown) this.#unseen.set(place, former);
    };
  }

  #putAll(node: string, entries: readonly (readonly [id: string, value: TreeNode])[]): void {
    if (entries.length === 0) return;
    this.#put.run([node, JSON.stringify(entries.map(([id, value]) => [id, toJson(value)]))]);
    if (node !== LIST_LOG.changes) return;
    for (const [, value] of entries) this.#putMarks.run([childOf(value, 'seq'), keysIn(value)]);
  }

  #remove(node: string, id: string, former: TreeNode): void {
    this.#db.prepare('DELETE FROM log_entries WHERE node = ? AND id = ?').run([node, id]);
    if (node === LIST_LOG.changes) this.#removeMarks.run([childOf(former, 'seq'), keysIn(former)]);
  }

  #removeAll(node: string): void {
    this.#db.prepare('DELETE FROM log_entries WHERE node = ?').run([node]);
    if (node === LIST_LOG.changes) this.#db.prepare('DELETE FROM log_marks').run([]);
  }
}

const keysIn = (changes: TreeNode) => JSON.stringify(keysBelow(changes, 'changes'));

/** Creates the tables in a data folder, or beside a database of a former version that is only read. */
export function createLogs(db: Database.Database, tree: TreeNode | null, temp: '' | 'TEMP'): void {
  db.exec(createTables(temp));
  const entries = new LogEntries(db);
  for (const node of LOG_NODES) entries.save({ path: [node], value: childOf(tree, node) });
}

/**
 * How many changes have no mark at their key, and how many marks no change; none in a whole database.
 * @param db has the tables, or they were made for it
 */
export function countFalseMarks(db: Database.Database): number {
  const { changes, marks, marked } = db
    .prepare(
      `SELECT count(*) AS changes, count(log_marks.key) AS marked, (SELECT count(*) FROM log_marks) AS marks
       FROM log_entries, json_each(log_entries.value, '$.changes') AS change
       LEFT JOIN log_marks ON log_marks.key = change.key AND log_marks.seq = log_entries.seq
       WHERE node = '${LIST_LOG.changes}'`,
    )
    .get([]) as { readonly changes: number; readonly marked: number; readonly marks: number };
  return changes - marked + (marks - marked);
}

/** How many numbered children a node of a log has in an open database, and what their numbers add up to. */
export function numbersOf(
  db: Database.Database,
  node: string,
): { readonly count: number; readonly sum: number } {
  const numbers = db.prepare('SELECT count(seq) AS count, total(seq) AS sum FROM log_entries WHERE node = ?');
  return numbers.get([node]) as { readonly count: number; readonly sum: number };
}

/** Whether a database has the logs in tables of their own. */
export function hasLogs(db: Database.Database): boolean {
  return tablesIn(db).includes('log_entries');
}

/** @throws DamagedData */
function nodeOf({ bytes }: Pick<Row, 'bytes'>, node: string): TreeNode {
  const place = () => `an entry below ${node}`;
  if (!isUtf8(bytes)) throw new DamagedData(`${place()} is not UTF-8`);
  const text = textOf(bytes);
  const value = fromPlain(parseStored(text, place));
  if (value instanceof Branch) value.json = text;
  return value;
}

/** What the children of the nodes of logs have in common: they change by {@link LogEntries.save} alone. */
abstract class OnDisk implements Children {
  readonly branch = new Branch(null, this);

  abstract readonly isEmpty: boolean;
  abstract readonly size: number;
  abstract get(key: string): TreeNode | undefined;
  abstract keys(): Iterable<string>;

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  set(): never {
    throw new Error('What a log has is stored by LogEntries');
  }

  delete(): never {
    throw new Error('What a log has is stored by LogEntries');
  }

  *[Symbol.iterator](): Iterator<[key: string, child: TreeNode]> {
    for (const key of this.keys()) {
      const child = this.get(key);
      if (child !== undefined) yield [key, child];
    }
  }
}

/** The children of one node of a log. */
class EntriesOnDisk extends OnDisk {
  readonly #first;
  readonly #count;
  readonly #ids;

  constructor(
    private readonly db: Database.Database,
    private readonly node: string,
    private readonly entries: LogEntries,
  ) {
    super();
    this.#first = db.prepare('SELECT 1 FROM log_entries WHERE node = ?');
    this.#count = db.prepare('SELECT count(*) AS size FROM log_entries WHERE node = ?');
    this.#ids = db.prepare(`SELECT ${ID} FROM log_entries WHERE node = ? ORDER BY log_entries.id`);
  }

  get isEmpty(): boolean {
    if (!this.entries.isSettled) return this.keys().length === 0;
    return this.#first.get([this.node]) === undefined;
  }

  get size(): number {
    if (!this.entries.isSettled) return this.keys().length;
    return (this.#count.get([this.node]) as { readonly size: number }).size;
  }

  get(id: string): TreeNode | undefined {
    return this.entries.entryAt(this.node, id) ?? undefined;
  }

  keys(): readonly string[] {
    const ids = (this.#ids.all([this.node]) as Pick<Row, 'id'>[]).map(({ id }) => textOf(id));
    return this.entries.isSettled ? ids : ids.filter((id) => this.entries.sees(this.node, id));
  }

  /** By an index, where there is one for the order of the query. */
  candidates({ orderedBy, start, end, limit }: Query): Iterable<[id: string, entry: TreeNode]> {
    const [field = ''] = orderedBy;
    if (!ORDERS.includes(field) || orderedBy.length > 1 || !this.entries.isSettled) return this;
    const bounds = [
      [`${field} >= ?`, start],
      [`${field} <= ?`, end],
    ].filter(([, bound]) => typeof bound === 'number' || typeof bound === 'string');
    const where = ['node = ?', ...bounds.map(([condition]) => condition)].join(' AND ');
    // Batches are equal, and then their keys decide.
    const isCut = field === 'seq' && Number.isFinite(limit);
    const rows = this.db
      .prepare(`${ROW} WHERE ${where} ORDER BY ${field} DESC ${isCut ? `LIMIT ${limit}` : ''}`)
      .all([this.node, ...bounds.map(([, bound]) => bound)]) as Row[];
    return rows.map((row) => [textOf(row.id), nodeOf(row, this.node)]);
  }
}

/**
 * CROSS: in that order; plus: compared without a conversion, by the index. Else SQLite tries all entries for each mark, and a
 * write waits the longer the longer the history is.
 */
export const MARKS_OF_KEY = `
  SELECT ${ID}, log_marks.seq FROM log_marks
  CROSS JOIN log_entries ON node = '${LIST_LOG.changes}' AND log_entries.seq = +log_marks.seq
  WHERE key = ? ORDER BY log_marks.seq`;

/** The marks by key. */
class MarksOnDisk extends OnDisk {
  readonly #first;
  readonly #ofKey;

  constructor(
    private readonly db: Database.Database,
    private readonly entries: LogEntries,
  ) {
    super();
    this.#first = db.prepare('SELECT 1 FROM log_marks');
    this.#ofKey = db.prepare(MARKS_OF_KEY);
  }

  get isEmpty(): boolean {
    return this.#first.get([]) === undefined;
  }

  get size(): number {
    return this.keys().length;
  }

  get(key: string): TreeNode | undefined {
    const marks = (this.#ofKey.all([key]) as { readonly id: Bytes; readonly seq: number }[])
      .map(({ id, seq }) => [textOf(id), seq] as const)
      .filter(([id]) => this.entries.sees(LIST_LOG.changes, id));
    return marks.length === 0 ? undefined : fromPlain(Object.fromEntries(marks));
  }

  keys(): readonly string[] {
    const rows = this.db.prepare('SELECT DISTINCT CAST(key AS BLOB) AS key FROM log_marks').all([]);
    return (rows as { readonly key: Bytes }[]).map(({ key }) => textOf(key));
  }
}
