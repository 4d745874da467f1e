import { attempt } from '../EvaluationFailure.ts';
import type { DatabaseGuard, DatabaseRead, DatabaseWrite } from '../guard.ts';
import type { Compiled } from './expressionCompiler.ts';
import { RulesTraversal } from './RulesTraversal.ts';
import { touches } from './readDependencies.ts';
import { parseRulesTree, type RuleNode } from './rulesTree.ts';

/**
 * Compiles the text of a `database.rules.json` to the judge of Realtime Database requests.
 * Throws {@link RulesSyntaxError} where the text leaves the supported language (docs/rules.md).
 */
export function compileDatabaseRules(text: string): DatabaseGuard {
  const { root, readDependencies } = parseRulesTree(text);
  return {
    mayRead: (request) => mayRead(root, request),
    mayWrite: (request) => mayWrite(root, request),
    affectsReads: (path) => readDependencies.some((place) => touches(path, place)),
  };
}

/** A `.read` on the way from the root to the path grants what lies below it, too. */
function mayRead(rules: RuleNode, request: DatabaseRead): boolean {
  const visits = RulesTraversal.along(rules, { ...request, newRoot: request.root }, request.path);
  return visits.some((visit) => holds(visit.rules.read, visit));
}

/** Each path needs a grant on its way from the root; then every value written must pass its validation. */
function mayWrite(rules: RuleNode, request: DatabaseWrite): boolean {
  return request.paths.every((path) => {
    const visits = RulesTraversal.along(rules, request, path);
    if (!visits.some((visit) => holds(visit.rules.write, visit))) return false;
    const last = visits.length > path.length ? visits.at(-1) : undefined;
    return visits.every(isValid) && (last === undefined || isValidBelow(last));
  });
}

/** Validation does not apply where the write leaves nothing. */
function isValid(visit: RulesTraversal): boolean {
  return visit.rules.validate === undefined || !visit.remains() || holds(visit.rules.validate, visit);
}

function isValidBelow(visit: RulesTraversal): boolean {
  if (!visit.rules.validates) return true;
  for (const child of visit.children()) if (!isValid(child) || !isValidBelow(child)) return false;
  return true;
}

function holds(rule: Compiled | undefined, visit: RulesTraversal): boolean {
  return rule !== undefined && attempt(() => rule(visit)) === true;
}
