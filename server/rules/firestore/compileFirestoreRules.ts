import { attempt } from '../EvaluationFailure.ts';
import type { DocumentPath, FirestoreDecision, FirestoreRequest, FirestoreRules } from '../rules.ts';
import { DATABASE_ROOT, Evaluation } from './Evaluation.ts';
import { type Compiled, ExpressionCompiler } from './ExpressionCompiler.ts';
import type { MatchBlock, Operation, PatternSegment } from './ruleset.ts';
import { parseRuleset, Scope } from './ruleset.ts';
import { type FirestoreValue, PathValue } from './values.ts';

/** One `allow` statement with the whole pattern it stands under. */
type Rule = {
  readonly pattern: readonly PatternSegment[];
  readonly operations: readonly Operation[];
  readonly condition: Compiled;
};

/**
 * Compiles the text of a `firestore.rules` file to the evaluator of Firestore requests.
 * Throws {@link RulesSyntaxError} where the text leaves the supported language (docs/rules.md).
 */
export function compileFirestoreRules(text: string): FirestoreRules {
  const source = { text: text };
  const ruleset = parseRuleset(source);
  const rules = collectRules(ruleset, [], new Scope(ruleset), new ExpressionCompiler(source));
  return { evaluate: (request) => evaluate(rules, request) };
}

function collectRules(
  block: MatchBlock,
  outer: readonly PatternSegment[],
  scope: Scope,
  compiler: ExpressionCompiler,
): Rule[] {
  const pattern = [...outer, ...block.pattern];
  for (const declaration of block.functions) compiler.function(declaration, scope);
  const own = block.allows.map(({ operations, condition }) => ({
    pattern,
    operations,
    condition: condition ? compiler.condition(condition, scope) : () => true,
  }));
  const inner = block.matches.flatMap((match) =>
    collectRules(match, pattern, new Scope(match, scope), compiler),
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
    return attempt(() => rule.condition(evaluation, { wildcards, locals: [] })) === true;
  });
  return { allowed, reads: evaluation.reads };
}

/** The values of the pattern's wildcards, in order; undefined when the pattern is not that of the path. */
function bindWildcards(pattern: readonly PatternSegment[], path: DocumentPath): FirestoreValue[] | undefined {
  const full = [...DATABASE_ROOT, ...path];
  const hasRest = pattern.at(-1)?.kind === 'rest';
  if (hasRest ? full.length < pattern.length - 1 : full.length !== pattern.length) return undefined;
  const wildcards: FirestoreValue[] = [];
  for (const [index, segment] of pattern.entries()) {
    if (segment.kind === 'rest') wildcards.push(new PathValue(full.slice(index)));
    else if (segment.kind === 'one') wildcards.push(full[index] as string);
    else if (segment.text !== full[index]) return undefined;
  }
  return wildcards;
}
