import { attempt, EvaluationFailure, fail } from '../EvaluationFailure.ts';
import { compileRegex } from '../linearRegex.ts';
import type { Expression, ExpressionOf } from '../syntax/ast.ts';
import { refuse, type Source } from '../syntax/source.ts';
import { type Evaluation, REQUEST_MEMBERS, RESOURCE_MEMBERS } from './Evaluation.ts';
import { fieldOf, isIn, matches, methods, negate, operations, typeTests } from './operations.ts';
import type { FunctionDeclaration, Scope } from './ruleset.ts';
import { FirestoreList, type FirestoreValue, PathValue } from './values.ts';

/** The values of names: what the wildcards of the match stand for, and parameters and lets of the function. */
type Names = { readonly wildcards: readonly FirestoreValue[]; readonly locals: FirestoreValue[] };

/** An expression ready to be evaluated. Throws {@link EvaluationFailure} where it has no value. */
export type Compiled = (evaluation: Evaluation, names: Names) => FirestoreValue;

type Position = { readonly scope: Scope; readonly locals: readonly string[] };

const LOOKUPS: Readonly<Record<string, (evaluation: Evaluation, path: FirestoreValue) => FirestoreValue>> = {
  get: (evaluation, path) => evaluation.lookUp(path) ?? fail('get() finds no such document'),
};

/** Compiles the expressions of one rules file, each name resolved and each method known before the first request. */
export class ExpressionCompiler {
  readonly #source: Source;
  readonly #functions = new Map<FunctionDeclaration, Compiled | 'compiling'>();

  constructor(source: Source) {
    this.#source = source;
  }

  /** Compiles the condition of an `allow` statement. */
  condition(expression: Expression, scope: Scope): Compiled {
    return this.#compile(expression, { scope, locals: [] });
  }

  /** Compiles a function, whether or not it is called, so that a mistake in it is found at start. */
  function(declaration: FunctionDeclaration, scope: Scope): Compiled {
    const known = this.#functions.get(declaration);
    if (known === 'compiling') {
      return refuse(this.#source, declaration.at, `the function "${declaration.name}" calls itself`);
    }
    if (known) return known;
    this.#functions.set(declaration, 'compiling');
    const compiled = this.#functionBody(declaration, scope);
    this.#functions.set(declaration, compiled);
    return compiled;
  }

  #functionBody(declaration: FunctionDeclaration, scope: Scope): Compiled {
    const locals = [...declaration.parameters];
    const lets: Compiled[] = [];
    for (const { name, value } of declaration.lets) {
      lets.push(this.#compile(value, { scope, locals: [...locals] }));
      locals.push(name);
    }
    const result = this.#compile(declaration.result, { scope, locals });
    return (evaluation, names) => {
      for (const value of lets) names.locals.push(value(evaluation, names));
      return result(evaluation, names);
    };
  }

  #compile(expression: Expression, position: Position): Compiled {
    const { kind } = expression;
    if (kind === 'constant' || kind === 'int' || kind === 'float') return constant(expression.value);
    if (kind === 'name') return this.#name(expression, position);
    if (kind === 'member') return this.#member(expression, position);
    if (kind === 'call') return this.#call(expression, position);
    if (kind === 'method') return this.#method(expression, position);
    if (kind === 'logical') return this.#logical(expression, position);
    if (kind === 'is') return this.#is(expression, position);
    if (kind === 'conditional') return this.#conditional(expression, position);
    if (kind === 'regex') return refuse(this.#source, expression.at, 'a pattern is written as a string');
    return this.#plain(expression, position);
  }

  /** The kinds that evaluate all their parts and combine the values. */
  #plain(
    expression: ExpressionOf<'unary' | 'binary' | 'in' | 'list' | 'path'>,
    position: Position,
  ): Compiled {
    switch (expression.kind) {
      case 'unary':
        return this.#combine(
          [expression.operand],
          position,
          expression.operator === '!' ? not : ([value]) => negate(value as FirestoreValue),
        );
      case 'binary': {
        const operation = operations[expression.operator];
        return this.#combine([expression.left, expression.right], position, both(operation));
      }
      case 'in':
        return this.#combine([expression.value, expression.container], position, both(isIn));
      case 'list':
        return this.#combine(expression.items, position, (items) => new FirestoreList(items));
      case 'path':
        return this.#path(expression, position);
    }
  }

  #combine(
    parts: readonly Expression[],
    position: Position,
    combine: (values: readonly FirestoreValue[]) => FirestoreValue,
  ): Compiled {
    const compiled = parts.map((part) => this.#compile(part, position));
    return (evaluation, names) => combine(compiled.map((part) => part(evaluation, names)));
  }

  #name({ name, at }: ExpressionOf<'name'>, { scope, locals }: Position): Compiled {
    const local = locals.lastIndexOf(name);
    if (local >= 0) return (_evaluation, names) => names.locals[local] as FirestoreValue;
    const wildcard = scope.wildcard(name);
    if (wildcard !== undefined) return (_evaluation, names) => names.wildcards[wildcard] as FirestoreValue;
    if (name === 'request') return (evaluation) => evaluation.request;
    if (name === 'resource') return (evaluation) => evaluation.resource;
    return refuse(this.#source, at, `unknown name "${name}"`);
  }

  #member(expression: ExpressionOf<'member'>, position: Position): Compiled {
    const { object, name } = expression;
    this.#checkMember(expression, position);
    const compiled = this.#compile(object, position);
    return (evaluation, names) => fieldOf(compiled(evaluation, names), name);
  }

  /** A misspelt `request.tme` would otherwise fail at each request instead of at start. */
  #checkMember({ object, name, at }: ExpressionOf<'member'>, position: Position): void {
    if (object.kind !== 'name' || isShadowed(object.name, position)) return;
    const members = { request: Object.keys(REQUEST_MEMBERS), resource: [...RESOURCE_MEMBERS] as string[] };
    const known = object.name === 'request' || object.name === 'resource' ? members[object.name] : undefined;
    if (known && !known.includes(name)) {
      refuse(this.#source, at, `"${object.name}" has no "${name}" here; it has ${known.join(', ')}`);
    }
  }

  #call({ name, arguments: parts, at }: ExpressionOf<'call'>, position: Position): Compiled {
    const found = position.scope.function(name);
    if (!found) return this.#lookup(name, parts, position, at);
    const { declaration, scope } = found;
    this.#checkCount(name, parts.length, [declaration.parameters.length, declaration.parameters.length], at);
    const body = this.function(declaration, scope);
    const values = parts.map((part) => this.#compile(part, position));
    return (evaluation, names) => {
      const locals = values.map((value) => value(evaluation, names));
      return body(evaluation, { wildcards: names.wildcards, locals });
    };
  }

  #lookup(name: string, parts: readonly Expression[], position: Position, at: number): Compiled {
    const lookup = Object.hasOwn(LOOKUPS, name) ? LOOKUPS[name] : undefined;
    if (!lookup) return refuse(this.#source, at, `unknown function "${name}"`);
    this.#checkCount(name, parts.length, [1, 1], at);
    const path = this.#compile(parts[0] as Expression, position);
    return (evaluation, names) => lookup(evaluation, path(evaluation, names));
  }

  #method(expression: ExpressionOf<'method'>, position: Position): Compiled {
    const { object, name, arguments: parts, at } = expression;
    if (name === 'matches') return this.#matches(expression, position);
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (!method) return refuse(this.#source, at, `unknown method "${name}"`);
    this.#checkCount(name, parts.length, method.arity, at);
    return this.#combine([object, ...parts], position, ([receiver, ...values]) =>
      method.call(receiver as FirestoreValue, values),
    );
  }

  #matches({ object, name, arguments: parts, at }: ExpressionOf<'method'>, position: Position): Compiled {
    this.#checkCount(name, parts.length, [1, 1], at);
    const [pattern] = parts;
    if (pattern?.kind !== 'constant' || typeof pattern.value !== 'string') {
      return refuse(this.#source, at, `${name}() needs its pattern written out as a string`);
    }
    const regex = compileRegex(pattern.value);
    if (typeof regex === 'string') return refuse(this.#source, pattern.at, regex);
    return this.#combine([object], position, ([receiver]) => matches(receiver as FirestoreValue, regex));
  }

  /** For `&&` and `||` one side suffices when it decides, left or right; an error on the other side is then ignored. */
  #logical({ operator, left, right }: ExpressionOf<'logical'>, position: Position): Compiled {
    const decisive = operator === '||';
    const first = this.#compile(left, position);
    const second = this.#compile(right, position);
    return (evaluation, names) => {
      const outcome = attempt(() => boolean(first(evaluation, names)));
      if (outcome === decisive) return decisive;
      const other = boolean(second(evaluation, names));
      if (other === decisive) return decisive;
      if (outcome instanceof EvaluationFailure) throw outcome;
      return !decisive;
    };
  }

  #is({ value, type, at }: ExpressionOf<'is'>, position: Position): Compiled {
    const test = Object.hasOwn(typeTests, type) ? typeTests[type] : undefined;
    if (!test) return refuse(this.#source, at, `unknown type "${type}"`);
    return this.#combine([value], position, ([tested]) => test(tested as FirestoreValue));
  }

  #conditional({ test, whenTrue, whenFalse }: ExpressionOf<'conditional'>, position: Position): Compiled {
    const [condition, yes, no] = [test, whenTrue, whenFalse].map((part) => this.#compile(part, position)) as [
      Compiled,
      Compiled,
      Compiled,
    ];
    return (evaluation, names) =>
      boolean(condition(evaluation, names)) ? yes(evaluation, names) : no(evaluation, names);
  }

  #path({ segments }: ExpressionOf<'path'>, position: Position): Compiled {
    const parts = segments.map((segment) =>
      typeof segment === 'string' ? constant(segment) : this.#compile(segment, position),
    );
    return (evaluation, names) => new PathValue(parts.map((part) => pathSegment(part(evaluation, names))));
  }

  #checkCount(name: string, count: number, [least, most]: readonly [number, number], at: number): void {
    if (count < least || count > most) {
      refuse(this.#source, at, `"${name}" takes ${least} argument(s), not ${count}`);
    }
  }
}

function constant(value: FirestoreValue): Compiled {
  return () => value;
}

function both(
  operation: (left: FirestoreValue, right: FirestoreValue) => FirestoreValue,
): (values: readonly FirestoreValue[]) => FirestoreValue {
  return ([left, right]) => operation(left as FirestoreValue, right as FirestoreValue);
}

function not([value]: readonly FirestoreValue[]): FirestoreValue {
  return !boolean(value as FirestoreValue);
}

function boolean(value: FirestoreValue): boolean {
  return typeof value === 'boolean' ? value : fail('this needs true or false');
}

/** A segment with a slash would lead to another document than the one meant. */
function pathSegment(value: FirestoreValue): string {
  const isSegment = typeof value === 'string' && value !== '' && !value.includes('/');
  return isSegment ? value : fail('a path segment is a text without a slash');
}

function isShadowed(name: string, { scope, locals }: Position): boolean {
  return locals.includes(name) || scope.wildcard(name) !== undefined;
}
