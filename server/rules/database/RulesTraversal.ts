import type { AuthContext } from '../../auth/authContext.ts';
import type { DataView as TreeView } from '../guard.ts';
import type { Surroundings } from './expressionCompiler.ts';
import type { RuleNode } from './rulesTree.ts';
import { Snapshot } from './Snapshot.ts';
import { ClaimsValue } from './values.ts';

/** A read or a write, as far as the rules are concerned. */
export type Request = {
  readonly auth: AuthContext;
  readonly now: number;
  readonly root: TreeView;
  /** The tree after the write; for a read the same as `root`. */
  readonly newRoot: TreeView;
};

/** One place where rules apply to a request, with all that their expressions can see there. */
export class RulesTraversal implements Surroundings {
  readonly rules: RuleNode;
  readonly auth: ClaimsValue | null;
  readonly now: number;
  readonly wildcards: readonly string[];
  readonly #request: Request;
  readonly #path: readonly string[];
  readonly #newView: TreeView;

  private constructor(
    rules: RuleNode,
    request: Request,
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
  static along(rules: RuleNode, request: Request, path: readonly string[]): RulesTraversal[] {
    const auth = request.auth ? new ClaimsValue(request.auth) : null;
    const visits = [new RulesTraversal(rules, request, auth, [], request.newRoot, [])];
    for (const key of path) {
      const next = visits.at(-1)?.child(key);
      if (!next) break;
      visits.push(next);
    }
    return visits;
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

  /** The place below at `key`; undefined where no rules speak of it. */
  child(key: string): RulesTraversal | undefined {
    const named = this.rules.children.get(key);
    const rules = named ?? this.rules.wildcard;
    if (!rules) return undefined;
    const wildcards = named ? this.wildcards : [...this.wildcards, key];
    const path = [...this.#path, key];
    return new RulesTraversal(rules, this.#request, this.auth, path, this.#newView.child(key), wildcards);
  }
}
