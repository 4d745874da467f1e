import type { AuthContext } from '../../auth/authContext.ts';
import { attempt } from '../EvaluationFailure.ts';
import type { DatabaseRead, DatabaseRules, DatabaseWrite, DataView as TreeView } from '../rules.ts';
import type { Compiled, Surroundings } from './expressionCompiler.ts';
import { parseRulesTree, type RuleNode, touches } from './rulesTree.ts';
import { ClaimsValue, Snapshot } from './values.ts';

/**
 * Compiles the text of a `database.rules.json` to the evaluator of Realtime Database requests.
 * Throws {@link RulesSyntaxError} where the text leaves the supported language (docs/rules.md).
 */
export function compileDatabaseRules(text: string): DatabaseRules {
  const { root, readDependencies } = parseRulesTree(text);
  return {
    mayRead: (request) => mayRead(root, request),
    mayWrite: (request) => mayWrite(root, request),
    affectsReads: (path) => readDependencies.some((place) => touches(path, place)),
  };
}

/** A `.read` on the way from the root to the path grants what lies below it, too. */
function mayRead(rules: RuleNode, request: DatabaseRead): boolean {
  const traversals = RulesTraversal.along(rules, { ...request, newRoot: request.root }, request.path);
  return traversals.some((traversal) => holds(traversal.rules.read, traversal));
}

/** Each path needs a grant on its way from the root; then every value written must pass its validation. */
function mayWrite(rules: RuleNode, request: DatabaseWrite): boolean {
  return request.paths.every((path) => {
    const traversals = RulesTraversal.along(rules, request, path);
    if (!traversals.some((traversal) => holds(traversal.rules.write, traversal))) return false;
    const last = traversals.length > path.length ? traversals.at(-1) : undefined;
    return traversals.every(isValid) && (last === undefined || isValidBelow(last));
  });
}

/** Validation does not apply where the write leaves nothing. */
function isValid(traversal: RulesTraversal): boolean {
  return (
    traversal.rules.validate === undefined ||
    !traversal.remains() ||
    holds(traversal.rules.validate, traversal)
  );
}

function isValidBelow(traversal: RulesTraversal): boolean {
  if (!traversal.rules.validates) return true;
  for (const child of traversal.children()) if (!isValid(child) || !isValidBelow(child)) return false;
  return true;
}

function holds(rule: Compiled | undefined, traversal: RulesTraversal): boolean {
  return rule !== undefined && attempt(() => rule(traversal)) === true;
}

/** A read or a write, as far as the rules are concerned. */
type RulesRequest = {
  readonly auth: AuthContext;
  readonly now: number;
  readonly root: TreeView;
  /** The tree after the write; for a read the same as `root`. */
  readonly newRoot: TreeView;
};

/** One place where rules apply to a request, with all that their expressions can see there. */
class RulesTraversal implements Surroundings {
  readonly rules: RuleNode;
  readonly auth: ClaimsValue | null;
  readonly now: number;
  readonly wildcards: readonly string[];
  readonly #request: RulesRequest;
  readonly #path: readonly string[];
  readonly #newView: TreeView;

  private constructor(
    rules: RuleNode,
    request: RulesRequest,
    auth: ClaimsValue | null,
    path: readonly string[],
    newView: TreeView,
    wildcards: readonly string[],
  ) {
    this.rules = rules;
    this.auth = auth;
    this.now = request.now;
    this.wildcards = wildcards;
    this.#request = request;
    this.#path = path;
    this.#newView = newView;
  }

  /** The places from the root to `path`, as far down as there are rules. */
  static along(rules: RuleNode, request: RulesRequest, path: readonly string[]): RulesTraversal[] {
    const auth = request.auth ? new ClaimsValue(request.auth) : null;
    const traversals = [new RulesTraversal(rules, request, auth, [], request.newRoot, [])];
    for (const key of path) {
      const next = traversals.at(-1)?.child(key);
      if (!next) break;
      traversals.push(next);
    }
    return traversals;
  }

  get root(): Snapshot {
    return new Snapshot(this.#request.root, []);
  }

  get data(): Snapshot {
    return new Snapshot(this.#request.root, this.#path);
  }

  get newData(): Snapshot {
    return new Snapshot(this.#request.newRoot, this.#path, this.#newView);
  }

  /** Whether there is a value here after the write. */
  remains(): boolean {
    return this.#newView.exists();
  }

  /** The places right below that have a value after the write, and rules. */
  *children(): Iterable<RulesTraversal> {
    for (const key of this.#newView.keys()) {
      const child = this.child(key);
      if (child) yield child;
    }
  }

  /** The place below at `key`; undefined where there are no rules. */
  child(key: string): RulesTraversal | undefined {
    const named = this.rules.children.get(key);
    const rules = named ?? this.rules.wildcard;
    if (!rules) return undefined;
    const wildcards = named ? this.wildcards : [...this.wildcards, key];
    const path = [...this.#path, key];
    return new RulesTraversal(rules, this.#request, this.auth, path, this.#newView.child(key), wildcards);
  }
}
