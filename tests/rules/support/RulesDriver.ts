import type { AuthContext } from '#server/auth/authContext.ts';
import type {
  DatabaseRules,
  DocumentLookup,
  Fields,
  FirestoreRequest,
  FirestoreRules,
} from '#server/rules/rules.ts';
import { type Action, type DocumentData, type DocumentWrite, REMOVED, type TreeValue } from './actions.ts';
import { partsOf, type Tree, viewOf, withUpdate } from './memoryTree.ts';
import { taggedFields } from './tagged.ts';

export type Rules = { readonly firestore: FirestoreRules; readonly database: DatabaseRules };

type Seed = {
  readonly documents: Readonly<Record<string, DocumentData>>;
  readonly tree: Readonly<Record<string, TreeValue>>;
};
type Documents = ReadonlyMap<string, Fields>;

/** Asks the rules themselves whether somebody may do something, in a state held in memory. */
export class RulesDriver {
  readonly #documents: Documents;
  readonly #tree: Tree | undefined;
  readonly #rules: Rules;
  readonly #now: Date;

  private constructor(rules: Rules, documents: Documents, tree: Tree | undefined, now: Date) {
    this.#rules = rules;
    this.#documents = documents;
    this.#tree = tree;
    this.#now = now;
  }

  static of(rules: Rules, seed: Seed, now = new Date()): RulesDriver {
    const time = now.toISOString();
    const documents = Object.entries(seed.documents).map(
      ([path, data]) => [path, taggedFields(data, time)] as const,
    );
    return new RulesDriver(rules, new Map(documents), withUpdate(undefined, seed.tree, now.getTime()), now);
  }

  /** Whether the rules allow it, where `given` stands in the tree beside the seed. Nothing is changed. */
  allows(auth: AuthContext, action: Action, given: Readonly<Record<string, TreeValue>> = {}): boolean {
    if (action.on === 'tree') {
      return this.#treeAllows(auth, action, withUpdate(this.#tree, given, this.#now.getTime()));
    }
    if (action.verb === 'commit') return this.#commitAllowed(auth, action.writes);
    if (action.verb === 'get' || action.verb === 'listen') return this.#evaluate(auth, 'get', action.path);
    const paths = [...this.#documents.keys()].filter((path) => isIn(action.collection, path));
    const evaluated = paths.length > 0 ? paths : [`${action.collection}/`];
    return evaluated.every((path) => this.#evaluate(auth, 'list', path));
  }

  /** Whether a query may list that finds exactly these documents. */
  allowsListOf(auth: AuthContext, paths: readonly string[]): boolean {
    return paths.every((path) => this.#evaluate(auth, 'list', path));
  }

  #treeAllows(auth: AuthContext, action: Extract<Action, { on: 'tree' }>, tree: Tree | undefined): boolean {
    const now = this.#now.getTime();
    const root = viewOf(tree);
    if (action.verb === 'get' || action.verb === 'listen') {
      return this.#rules.database.mayRead({ auth, path: partsOf(action.path), root, now });
    }
    const writes: [string, TreeValue][] =
      action.verb === 'set'
        ? [[action.path, action.value]]
        : Object.entries(action.values).map(([path, value]) => [`${action.path}/${path}`, value]);
    const newRoot = viewOf(withUpdate(tree, Object.fromEntries(writes), now));
    const paths = writes.map(([path]) => partsOf(path));
    return this.#rules.database.mayWrite({ auth, paths, root, newRoot, now });
  }

  #commitAllowed(auth: AuthContext, writes: readonly DocumentWrite[]): boolean {
    const time = this.#now.toISOString();
    const after = new Map(this.#documents);
    for (const write of writes) {
      const fields = afterWrite(after.get(write.path), write, time);
      if (fields) after.set(write.path, fields);
      else after.delete(write.path);
    }
    return writes.every((write) => {
      const exists = this.#documents.has(write.path);
      const operation = write.verb === 'delete' ? 'delete' : exists ? 'update' : 'create';
      return this.#evaluate(auth, operation, write.path, after);
    });
  }

  #evaluate(
    auth: AuthContext,
    operation: FirestoreRequest['operation'],
    path: string,
    afterCommit: Documents = this.#documents,
  ): boolean {
    const isRead = operation === 'get' || operation === 'list';
    const decision = this.#rules.firestore.evaluate({
      operation,
      auth,
      path: path.split('/'),
      resource: this.#documents.get(path) ?? null,
      after: isRead ? null : (afterCommit.get(path) ?? null),
      time: this.#now.toISOString(),
      before: lookupIn(this.#documents),
    });
    return decision.allowed;
  }
}

function afterWrite(stored: Fields | undefined, write: DocumentWrite, time: string): Fields | undefined {
  if (write.verb === 'delete') return undefined;
  const written = taggedFields(write.data, time);
  if (write.verb === 'set') return written;
  const kept = Object.entries(stored ?? {}).filter(([name]) => write.data[name] !== REMOVED);
  return { ...Object.fromEntries(kept), ...written };
}

function lookupIn(documents: Documents): DocumentLookup {
  return (path) => documents.get(path.join('/')) ?? null;
}

function isIn(collection: string, path: string): boolean {
  return path.startsWith(`${collection}/`) && !path.slice(collection.length + 1).includes('/');
}
