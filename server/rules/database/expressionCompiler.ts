import { compileRegex, type LinearRegex } from '../linearRegex.ts';
import type { Expression, ExpressionOf } from '../syntax/ast.ts';
import { refuse, type Source } from '../syntax/source.ts';
import { NEW_ROOT, withNewRoot } from './parts.ts';
import {
  boolean,
  type ClaimsValue,
  DatabaseList,
  type DatabaseValue,
  keysOf,
  matches,
  memberOf,
  methods,
  negate,
  operations,
  type Snapshot,
  snapshot,
} from './values.ts';

/** What a rule sees at one place of one request. */
export type Surroundings = {
  readonly auth: ClaimsValue | null;
  readonly now: number;
  readonly root: Snapshot;
  /** The root of the tree after the write; for reads the same as `root`. */
  readonly newRoot: Snapshot;
  readonly data: Snapshot;
  /** As `data` for reads, where the language has no such name. */
  readonly newData: Snapshot;
  /** What the `$wildcards` on the way stand for, outermost first. */
  readonly wildcards: readonly string[];
};

/** An expression ready to be evaluated. Throws {@link EvaluationFailure} where it has no value. */
export type Compiled = (surroundings: Surroundings) => DatabaseValue;

/** What an expression may use, by its place: the wildcards, and `newData` but for reads. */
type Vocabulary = {
  readonly wildcards: readonly string[];
  readonly mayUseNewData: boolean;
  /** Number of keys from the root to the rule's place. */
  readonly depth: number;
};

/** Compiles one rule's expression; each name and method is known, or refused with its place. */
export function compileExpression(expression: Expression, source: Source, vocabulary: Vocabulary): Compiled {
  const whole = vocabulary.mayUseNewData ? withNewRoot(expression, vocabulary.depth) : expression;
  return new ExpressionCompiler(source, vocabulary).compile(whole);
}

class ExpressionCompiler {
  readonly #source: Source;
  readonly #vocabulary: Vocabulary;

  constructor(source: Source, vocabulary: Vocabulary) {
    this.#source = source;
    this.#vocabulary = vocabulary;
  }

  compile(expression: Expression): Compiled {
    switch (expression.kind) {
      case 'constant':
      case 'float':
        return constant(expression.value);
      case 'int':
        return constant(Number(expression.value));
      case 'name':
        return this.#name(expression);
      case 'member':
        return this.#member(expression);
      case 'method':
        return this.#method(expression);
      case 'unary':
        return this.#unary(expression);
      case 'binary':
        return this.#binary(expression);
      case 'logical':
        return this.#logical(expression);
      case 'conditional':
        return this.#conditional(expression);
      case 'list':
        return this.#list(expression);
      default:
        return refuse(this.#source, expression.at, UNSUPPORTED[expression.kind]);
    }
  }

  #name({ name, at }: ExpressionOf<'name'>): Compiled {
    const { wildcards, mayUseNewData } = this.#vocabulary;
    const wildcard = wildcards.indexOf(name);
    if (wildcard >= 0) return (surroundings) => surroundings.wildcards[wildcard] as string;
    if (name === NEW_ROOT) return ({ newRoot }) => newRoot;
    const isKnown = Object.hasOwn(VARIABLES, name) && (name !== 'newData' || mayUseNewData);
    const variable = isKnown ? VARIABLES[name] : undefined;
    return variable ?? refuse(this.#source, at, `unknown name "${name}"`);
  }

  #member({ object, name }: ExpressionOf<'member'>): Compiled {
    const compiled = this.compile(object);
    return (surroundings) => memberOf(compiled(surroundings), name);
  }

  #method({ object, name, arguments: parts, at }: ExpressionOf<'method'>): Compiled {
    const receiver = this.compile(object);
    if (name === 'matches') return this.#matches(receiver, parts, at);
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (!method) return refuse(this.#source, at, `unknown method "${name}"`);
    const [least, most] = method.arity;
    if (parts.length < least || parts.length > most) {
      refuse(this.#source, at, `"${name}" takes ${least} argument(s), not ${parts.length}`);
    }
    const [path] = parts;
    if (name === 'child' && path?.kind === 'constant' && typeof path.value === 'string') {
      const keys = keysOf(path.value);
      return (surroundings) => snapshot(receiver(surroundings)).at(keys);
    }
    const values = parts.map((part) => this.compile(part));
    return (surroundings) =>
      method.call(
        receiver(surroundings),
        values.map((value) => value(surroundings)),
      );
  }

  #matches(receiver: Compiled, parts: readonly Expression[], at: number): Compiled {
    const [regex] = parts;
    if (parts.length !== 1 || regex?.kind !== 'regex') {
      return refuse(this.#source, at, 'matches() needs a pattern between slashes');
    }
    const pattern = this.#regex(regex);
    return (surroundings) => matches(receiver(surroundings), pattern);
  }

  #regex({ pattern, flags, at }: ExpressionOf<'regex'>): LinearRegex {
    if (flags !== '' && flags !== 'i')
      refuse(this.#source, at, `unknown flag in "${flags}"; only i is known`);
    const compiled = compileRegex(pattern, flags === 'i');
    return typeof compiled === 'string' ? refuse(this.#source, at, compiled) : compiled;
  }

  #unary({ operator, operand }: ExpressionOf<'unary'>): Compiled {
    const compiled = this.compile(operand);
    if (operator === '-') return (surroundings) => negate(compiled(surroundings));
    return (surroundings) => !boolean(compiled(surroundings));
  }

  #binary({ operator, left, right }: ExpressionOf<'binary'>): Compiled {
    const operation = operations[operator];
    const [first, second] = [this.compile(left), this.compile(right)];
    return (surroundings) => operation(first(surroundings), second(surroundings));
  }

  /** From the left, and no further than needed; unlike in Firestore's rules a failure is never made good. */
  #logical({ operator, left, right }: ExpressionOf<'logical'>): Compiled {
    const decisive = operator === '||';
    const [first, second] = [this.compile(left), this.compile(right)];
    return (surroundings) =>
      boolean(first(surroundings)) === decisive ? decisive : boolean(second(surroundings));
  }

  #conditional({ test, whenTrue, whenFalse }: ExpressionOf<'conditional'>): Compiled {
    const condition = this.compile(test);
    const [yes, no] = [this.compile(whenTrue), this.compile(whenFalse)];
    return (surroundings) => (boolean(condition(surroundings)) ? yes(surroundings) : no(surroundings));
  }

  #list({ items }: ExpressionOf<'list'>): Compiled {
    const compiled = items.map((item) => this.compile(item));
    return (surroundings) => new DatabaseList(compiled.map((item) => item(surroundings)));
  }
}

const VARIABLES: Readonly<Record<string, Compiled>> = {
  auth: ({ auth }) => auth,
  now: ({ now }) => now,
  root: ({ root }) => root,
  data: ({ data }) => data,
  newData: ({ newData }) => newData,
};

const UNSUPPORTED = {
  call: 'there are no functions in these rules',
  in: 'there is no "in" in these rules',
  is: 'there is no "is" in these rules; use isString(), isNumber() or isBoolean()',
  path: 'there are no paths in these rules',
  regex: 'a pattern stands only in matches(…)',
} as const;

function constant(value: DatabaseValue): Compiled {
  return () => value;
}
