import { boolean, type Compiled, ExpressionCompiler } from '../ExpressionCompiler.ts';
import type { Expression, ExpressionOf } from '../syntax/ast.ts';
import { refuse, type Source } from '../syntax/source.ts';
import { type ClaimsValue, keysOf, LANGUAGE, type OwnValue, type Snapshot, snapshot } from './values.ts';

/** A request, and what is the same at all of its places. */
export type EvaluatedRequest = {
  readonly auth: ClaimsValue | null;
  readonly now: number;
  readonly root: Snapshot;
  /** The root of the tree after the write; for reads the same as `root`. */
  readonly newRoot: Snapshot;
};

/** What a rule sees at one place of one request. */
export type Surroundings = {
  readonly request: EvaluatedRequest;
  readonly data: Snapshot;
  /** As `data` for reads, where the language has no such name. */
  readonly newData: Snapshot;
  /** What the `$wildcards` on the way stand for, outermost first. */
  readonly wildcards: readonly string[];
};

export type Condition = Compiled<Surroundings, OwnValue>;

/** Compiles the expression of one rule. */
export class DatabaseCompiler extends ExpressionCompiler<Surroundings, OwnValue> {
  /** @param depth number of keys from the root to the rule's place; null for reads, which have no `newData` */
  constructor(
    source: Source,
    private readonly wildcards: readonly string[],
    private readonly depth: number | null,
  ) {
    super(source, LANGUAGE);
  }

  protected override name({ name, at }: ExpressionOf<'name'>): Condition {
    const wildcard = this.wildcards.indexOf(name);
    if (wildcard >= 0) return (surroundings) => surroundings.wildcards[wildcard] as string;
    const isKnown = Object.hasOwn(VARIABLES, name) && (name !== 'newData' || this.depth !== null);
    const variable = isKnown ? VARIABLES[name] : undefined;
    return variable ?? refuse(this.source, at, `unknown name "${name}"`);
  }

  protected override method(expression: ExpressionOf<'method'>): Condition {
    // At every place the same, and asked for by most conditions of a large update.
    if (parentsOfNewData(expression) === this.depth) return ({ request }) => request.newRoot;
    const [path, ...others] = expression.arguments;
    const isPlain = path?.kind === 'constant' && typeof path.value === 'string' && others.length === 0;
    if (expression.name !== 'child' || !isPlain) return super.method(expression);
    // Most paths are written out: they are taken apart once.
    const keys = keysOf(String(path.value));
    const receiver = this.compile(expression.object);
    return (surroundings) => snapshot(receiver(surroundings)).at(keys);
  }

  /** From the left, and no further than needed; unlike in Firestore's rules a failure is never made good. */
  protected override logical(decisive: boolean, first: Condition, second: Condition): Condition {
    return (surroundings) =>
      boolean(first(surroundings)) === decisive ? decisive : boolean(second(surroundings));
  }

  /** It may be found anywhere in the text. */
  protected override pattern(argument: Expression | undefined, at: number): (text: string) => boolean {
    if (argument?.kind !== 'regex')
      return refuse(this.source, at, 'matches() needs a pattern between slashes');
    const pattern = this.regex(argument.pattern, argument.at);
    return (text) => pattern.matcher(text).find();
  }

  protected override other({ kind, at }: ExpressionOf<keyof typeof UNSUPPORTED>): Condition {
    return refuse(this.source, at, UNSUPPORTED[kind]);
  }
}

/** How many `parent()` follow a `newData` that nothing else follows; undefined for another expression. */
function parentsOfNewData(expression: Expression): number | undefined {
  if (expression.kind === 'name') return expression.name === 'newData' ? 0 : undefined;
  if (expression.kind !== 'method' || expression.name !== 'parent') return undefined;
  const parents = parentsOfNewData(expression.object);
  return parents === undefined ? undefined : parents + 1;
}

const VARIABLES: Readonly<Record<string, Condition>> = {
  auth: ({ request }) => request.auth,
  now: ({ request }) => request.now,
  root: ({ request }) => request.root,
  data: ({ data }) => data,
  newData: ({ newData }) => newData,
};

const UNSUPPORTED = {
  call: 'there are no functions in these rules',
  in: 'there is no "in" in these rules',
  is: 'there is no "is" in these rules; use isNumber() or isBoolean()',
  path: 'there are no paths in these rules',
  regex: 'a pattern stands only in matches(…)',
} as const;
