import { attempt } from '../EvaluationFailure.ts';
import type { DocumentPath, FirestoreDecision, FirestoreRequest, FirestoreRules } from '../rules.ts';
import { DATABASE_ROOT, Evaluation } from './Evaluation.ts';
import { type Condition, FirestoreCompiler } from './FirestoreCompiler.ts';
import type { MatchBlock, Operation, PatternSegment } from './ruleset.ts';
import { parseRuleset, Scope } from './ruleset.ts';

/** One `allow` statement with the whole pattern it stands under. */
type Rule = {
  readonly pattern: readonly PatternSegment[];
  readonly operations: readonly Operation[];
  readonly condition: Condition;
};

/**
 * Compiles the text of a `firestore.rules` file to the evaluator of Firestore requests.
 * Throws {@link RulesSyntaxError} where the text leaves the supported language (docs/rules.md).
 */
export function compileFirestoreRules(text: string): FirestoreRules {
  const source = { text };
  const functions = new Map();
  const compilerIn = (scope: Scope) => new FirestoreCompiler(source, { scope, locals: [] }, functions);
  const ruleset = parseRuleset(source);
  const rules = collectRules(ruleset, [], new Scope(ruleset), compilerIn);
  return { evaluate: (request) => evaluate(rules, request) };
}

function collectRules(
  block: MatchBlock,
  outer: readonly PatternSegment[],
  scope: Scope,
  compilerIn: (scope: Scope) => FirestoreCompiler,
): Rule[] {
  const compiler = compilerIn(scope);
  const pattern = [...outer, ...block.pattern];
  for (const declaration of block.functions) compiler.function(declaration, scope);
  const own = block.allows.map(({ operations, condition }) => ({
    pattern,
    operations,
    condition: condition ? compiler.compile(condition) : () => true,
  }));
  const inner = block.matches.flatMap((match) =>
    collectRules(match, pattern, new Scope(match, scope), compilerIn),
  );
  return [...own, ...inner];
}

function evaluate(rules: readonly Rule[], request: FirestoreRequest): FirestoreDecision {
  const evaluation = new Evaluation(request);
  const allowed = rules.some((rule) => {
    if (!rule.operations.includes(request.operation)) return false;
    const wildcards = bindWildcards(rule.pattern, request.path);
    if (!wildcards) return false;
    // A failure denies this statement only; another may still allow the request.
    return attempt(() => rule.condition({ evaluation, wildcards, locals: [] })) === true;
  });
  return { allowed, reads: evaluation.reads };
}

/** The values of the pattern's wildcards, in order; undefined when the pattern is not that of the path. */
function bindWildcards(pattern: readonly PatternSegment[], path: DocumentPath): string[] | undefined {
  const full = [...DATABASE_ROOT, ...path];
  const hasRest = pattern.at(-1)?.kind === 'rest';
  if (hasRest ? full.length < pattern.length - 1 : full.length !== pattern.length) return undefined;
  const wildcards: string[] = [];
  for (const [index, segment] of pattern.entries()) {
    if (segment.kind === 'rest') wildcards.push(full.slice(index).join('/'));
    else if (segment.kind === 'one') wildcards.push(full[index] as string);
    else if (segment.text !== full[index]) return undefined;
  }
  return wildcards;
}
