import { attempt, EvaluationFailure, fail } from '../EvaluationFailure.ts';
import { boolean, type Compiled, ExpressionCompiler } from '../ExpressionCompiler.ts';
import type { Expression, ExpressionOf } from '../syntax/ast.ts';
import { refuse, type Source } from '../syntax/source.ts';
import { type Evaluation, REQUEST_MEMBERS, RESOURCE_MEMBERS } from './Evaluation.ts';
import type { FunctionDeclaration, Scope } from './ruleset.ts';
import { type FirestoreValue, isIn, LANGUAGE, type OwnValue, typeTests } from './values.ts';

/** What an expression sees of one request. */
type Frame = {
  readonly evaluation: Evaluation;
  /** What the wildcards of the match stand for. */
  readonly wildcards: readonly string[];
  /** The values of parameters and lets of the function. */
  readonly locals: FirestoreValue[];
};

export type Condition = Compiled<Frame, OwnValue>;

/** Where an expression stands: the names that it may use. */
type Position = { readonly scope: Scope; readonly locals: readonly string[] };

/** The functions of one rules file, as far as they are compiled. */
type Functions = Map<FunctionDeclaration, Condition | 'compiling'>;

/** Compiles the expressions of a match block, or of a function in it. */
export class FirestoreCompiler extends ExpressionCompiler<Frame, OwnValue> {
  constructor(
    source: Source,
    private readonly position: Position,
    private readonly functions: Functions,
  ) {
    super(source, LANGUAGE);
  }

  /** Compiles a function, whether or not it is called, so that a mistake in it is found at start. */
  function(declaration: FunctionDeclaration, scope: Scope): Condition {
    const known = this.functions.get(declaration);
    if (known === 'compiling') {
      return refuse(this.source, declaration.at, `the function "${declaration.name}" calls itself`);
    }
    if (known) return known;
    this.functions.set(declaration, 'compiling');
    const compiled = this.#functionBody(declaration, scope);
    this.functions.set(declaration, compiled);
    return compiled;
  }

  #functionBody({ parameters, lets, result }: FunctionDeclaration, scope: Scope): Condition {
    const locals = [...parameters];
    const within = () => new FirestoreCompiler(this.source, { scope, locals: [...locals] }, this.functions);
    const values = lets.map(({ name, value }) => {
      const compiled = within().compile(value);
      locals.push(name);
      return compiled;
    });
    const compiled = within().compile(result);
    return (frame) => {
      for (const value of values) frame.locals.push(value(frame));
      return compiled(frame);
    };
  }

  protected override name({ name, at }: ExpressionOf<'name'>): Condition {
    const { locals, scope } = this.position;
    const local = locals.lastIndexOf(name);
    if (local >= 0) return (frame) => frame.locals[local] as FirestoreValue;
    const wildcard = scope.wildcard(name);
    if (wildcard !== undefined) return ({ wildcards }) => wildcards[wildcard] as string;
    if (name === 'request') return ({ evaluation }) => evaluation.request;
    if (name === 'resource') return ({ evaluation }) => evaluation.resource;
    return refuse(this.source, at, `unknown name "${name}"`);
  }

  override compile(expression: Expression): Condition {
    if (expression.kind === 'member') this.#checkMember(expression);
    return super.compile(expression);
  }

  /** A misspelt `request.tme` would otherwise fail at each request instead of at start. */
  #checkMember({ object, name, at }: ExpressionOf<'member'>): void {
    if (object.kind !== 'name' || this.#isShadowed(object.name)) return;
    const members = { request: Object.keys(REQUEST_MEMBERS), resource: RESOURCE_MEMBERS };
    const known = object.name === 'request' || object.name === 'resource' ? members[object.name] : undefined;
    if (known && !known.includes(name)) {
      refuse(this.source, at, `"${object.name}" has no "${name}" here; it has ${known.join(', ')}`);
    }
  }

  #isShadowed(name: string): boolean {
    const { locals, scope } = this.position;
    return locals.includes(name) || scope.wildcard(name) !== undefined;
  }

  /** One side suffices when it decides, left or right; an error on the other side is then ignored. */
  protected override logical(decisive: boolean, first: Condition, second: Condition): Condition {
    return (frame) => {
      const outcome = attempt(() => boolean(first(frame)));
      if (outcome === decisive) return decisive;
      const other = boolean(second(frame));
      if (other === decisive) return decisive;
      if (outcome instanceof EvaluationFailure) throw outcome;
      return !decisive;
    };
  }

  /** The whole text has to match. */
  protected override pattern(argument: Expression | undefined, at: number): (text: string) => boolean {
    if (argument?.kind !== 'constant' || typeof argument.value !== 'string')
      return refuse(this.source, at, 'matches() needs its pattern written out as a string');
    const pattern = this.regex(argument.value, argument.at);
    return (text) => pattern.matches(text);
  }

  protected override other(expression: ExpressionOf<'regex' | 'path' | 'call' | 'is' | 'in'>): Condition {
    switch (expression.kind) {
      case 'call':
        return this.#call(expression);
      case 'is':
        return this.#is(expression);
      case 'in': {
        const [value, container] = [this.compile(expression.value), this.compile(expression.container)];
        return (frame) => isIn(value(frame), container(frame));
      }
      default:
        return refuse(this.source, expression.at, 'a path stands only in get(…) and exists(…)');
    }
  }

  #call({ name, arguments: parts, at }: ExpressionOf<'call'>): Condition {
    const found = this.position.scope.function(name);
    if (!found) return this.#lookup(name, parts, at);
    const { declaration, scope } = found;
    const { length } = declaration.parameters;
    this.checkCount(name, parts.length, [length, length], at);
    const body = this.function(declaration, scope);
    const values = parts.map((part) => this.compile(part));
    return (frame) => body({ ...frame, locals: values.map((value) => value(frame)) });
  }

  /** `get(path)` and `exists(path)`, the functions that the language has by itself. */
  #lookup(name: string, [path, ...others]: readonly Expression[], at: number): Condition {
    if (name !== 'get' && name !== 'exists') return refuse(this.source, at, `unknown function "${name}"`);
    if (path?.kind !== 'path' || others.length > 0)
      return refuse(this.source, at, `${name}() needs the path of a document`);
    const segments = path.segments.map((segment) =>
      typeof segment === 'string' ? () => segment : this.compile(segment),
    );
    return (frame) => frame.evaluation[name](segments.map((segment) => pathSegment(segment(frame))));
  }

  #is({ value, type, at }: ExpressionOf<'is'>): Condition {
    const test = Object.hasOwn(typeTests, type) ? typeTests[type] : undefined;
    if (!test) return refuse(this.source, at, `unknown type "${type}"`);
    const tested = this.compile(value);
    return (frame) => test(tested(frame));
  }
}

/** A segment with a slash would lead to another document than the one meant. */
function pathSegment(value: FirestoreValue): string {
  const isSegment = typeof value === 'string' && value !== '' && !value.includes('/');
  return isSegment ? value : fail('a path segment is a text without a slash');
}
