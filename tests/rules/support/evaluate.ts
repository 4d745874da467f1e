import type { AuthContext } from '#server/auth/authContext.ts';
import { compileDatabaseRules } from '#server/rules/database/compileDatabaseRules.ts';
import { compileFirestoreRules } from '#server/rules/firestore/compileFirestoreRules.ts';
import type { DocumentLookup, FirestoreDecision, FirestoreRequest } from '#server/rules/rules.ts';
import { ExpressionParser } from '#server/rules/syntax/ExpressionParser.ts';
import { RulesSyntaxError, refuse } from '#server/rules/syntax/source.ts';
import { TokenReader } from '#server/rules/syntax/TokenReader.ts';
import type { DocumentData } from './actions.ts';
import { checkTypes } from './expressionTypes.ts';
import { type Tree, viewOf } from './memoryTree.ts';
import { authContext } from './people.ts';
import { taggedFields } from './tagged.ts';

/** What an expression comes to as a condition. `error`: neither it nor its opposite holds. `refused`: it is no rule at all. */
export type Outcome = 'true' | 'false' | 'error' | 'refused';

export const NOW = '2026-03-04T05:06:07.123456Z';
export const ANN = authContext('uid-ann', { email: 'Ann@Example.test', email_verified: true, level: 7 });

type Documents = Readonly<Record<string, DocumentData>>;
export type FirestoreSituation = {
  readonly auth?: AuthContext;
  readonly operation?: FirestoreRequest['operation'];
  readonly path?: string;
  readonly resource?: DocumentData | null;
  readonly after?: DocumentData | null;
  readonly stored?: Documents;
};

/** The decision of a whole rules file. */
export function evaluate(rules: string, situation: FirestoreSituation = {}): FirestoreDecision {
  const { auth = ANN, operation = 'get', path = 'docs/d1' } = situation;
  const { resource = null, after = null, stored = {} } = situation;
  return compileFirestoreRules(rules).evaluate({
    operation,
    auth,
    path: path.split('/'),
    resource: resource && taggedFields(resource, NOW),
    after: after && taggedFields(after, NOW),
    time: NOW,
    before: lookupIn(stored),
  });
}

/** A rules file whose documents all have the statements of `body`; the wildcard is `id`. */
export function rulesWith(body: string): string {
  return `rules_version = '2';
service cloud.firestore { match /databases/{database}/documents {
  match /docs/{id} { ${body} }
} }`;
}

export function firestoreOutcome(expression: string, situation: FirestoreSituation = {}): Outcome {
  const holds = (condition: string) => evaluate(rulesWith(`allow get: if ${condition};`), situation).allowed;
  return outcomeOf(holds, expression);
}

export type DatabaseSituation = {
  readonly auth?: AuthContext;
  readonly tree?: Tree;
  readonly newTree?: Tree;
  readonly path?: string;
};

/** Evaluates at `a/$b` (`.write` of that place, so that `newData` is there). */
export function databaseOutcome(expression: string, situation: DatabaseSituation = {}): Outcome {
  const { auth = ANN, tree, newTree = tree, path = 'a/b' } = situation;
  const holds = (condition: string) => {
    checkCondition(condition);
    return compileDatabaseRules(JSON.stringify({ rules: { a: { $b: { '.write': condition } } } })).mayWrite({
      auth,
      paths: [path.split('/')],
      root: viewOf(tree),
      newRoot: viewOf(newTree),
      now: Date.parse(NOW),
    });
  };
  return outcomeOf(holds, expression);
}

/** Refuses a condition for its types, as Firebase does with rules that are deployed. */
export function checkCondition(condition: string): void {
  const source = { text: condition };
  const expression = new ExpressionParser(new TokenReader(source), { slash: 'regex' }).parse();
  if (!checkTypes(expression, source).has('boolean'))
    refuse(source, expression.at, 'a rule must come to true or false');
}

/** The place and reason for which `compile` refuses a text, as `place reason`; or that it does not. */
export function refusalOf(compile: (text: string) => unknown, text: string): string {
  try {
    compile(text);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof RulesSyntaxError)) throw error;
    return `${error.place} ${error.detail}`;
  }
}

function outcomeOf(holds: (condition: string) => boolean, expression: string): Outcome {
  try {
    if (holds(expression)) return 'true';
    return holds(`!(${expression})`) ? 'false' : 'error';
  } catch (error) {
    if (error instanceof RulesSyntaxError) return 'refused';
    throw error;
  }
}

function lookupIn(documents: Documents): DocumentLookup {
  return (path) => {
    const found = documents[path.join('/')];
    return found ? taggedFields(found, NOW) : null;
  };
}
