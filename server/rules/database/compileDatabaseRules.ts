import type { AuthContext } from '../../auth/authContext.ts';
import { attempt } from '../EvaluationFailure.ts';
import type { DatabaseRead, DatabaseRules, DatabaseWrite, DataView as TreeView } from '../rules.ts';
import type { Condition, EvaluatedRequest, Surroundings } from './DatabaseCompiler.ts';
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
  const traversals = new RulesPaths(rules, { ...request, newRoot: request.root }).along(request.path);
  return traversals.some((traversal) => holds(traversal.rules.read, traversal));
}

/** Each path needs a grant on its way from the root; then every value written must pass its validation. */
function mayWrite(rules: RuleNode, request: DatabaseWrite): boolean {
  const paths = new RulesPaths(rules, request);
  return request.paths.every((path) => {
    const traversals = paths.along(path);
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

function holds(rule: Condition | undefined, traversal: RulesTraversal): boolean {
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

/** The ways from the root to the places of one request. */
class RulesPaths {
  readonly #root: RulesTraversal;
  #last: readonly RulesTraversal[] = [];
  #lastPath: readonly string[] = [];

  constructor(rules: RuleNode, { auth, now, root, newRoot }: RulesRequest) {
    const request = {
      auth: auth ? new ClaimsValue(auth) : null,
      now,
      root: new Snapshot(root),
      newRoot: new Snapshot(newRoot),
    };
    this.#root = new RulesTraversal(rules, request, newRoot, []);
  }

  /** The places from the root to `path`, as far down as there are rules; those that the last path has too are the same. */
  along(path: readonly string[]): readonly RulesTraversal[] {
    const traversals = [this.#root];
    let isShared = true;
    for (const [depth, key] of path.entries()) {
      isShared &&= this.#lastPath[depth] === key;
      const next = (isShared ? this.#last[depth + 1] : undefined) ?? traversals.at(-1)?.child(key);
      if (!next) break;
      traversals.push(next);
    }
    this.#last = traversals;
    this.#lastPath = path;
    return traversals;
  }
}

/** One place where rules apply to a request, with all that their expressions can see there. */
class RulesTraversal implements Surroundings {
  private dataHere: Snapshot | null = null;
  private newDataHere: Snapshot | null = null;

  /** @param key the last one on the way here */
  constructor(
    readonly rules: RuleNode,
    readonly request: EvaluatedRequest,
    private readonly newView: TreeView,
    readonly wildcards: readonly string[],
    private readonly above: RulesTraversal | null = null,
    private readonly key = '',
  ) {}

  get data(): Snapshot {
    // Only when a rule asks: of most places of a write none does, and among many siblings looking one up takes time.
    this.dataHere ??= this.above === null ? this.request.root : this.above.data.at([this.key]);
    return this.dataHere;
  }

  get newData(): Snapshot {
    const above = this.above;
    this.newDataHere ??=
      above === null ? this.request.newRoot : new Snapshot(this.newView, () => above.newData);
    return this.newDataHere;
  }

  /** Whether there is a value here after the write. */
  remains(): boolean {
    return this.newView.exists();
  }

  /** The places right below that have a value after the write, and rules. */
  *children(): Iterable<RulesTraversal> {
    for (const key of this.newView.keys()) {
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
    return new RulesTraversal(rules, this.request, this.newView.child(key), wildcards, this, key);
  }
}
