import { RE2JS, RE2JSException } from 're2js';
import { fail } from './EvaluationFailure.ts';
import type { BinaryOperator, Expression, ExpressionOf } from './syntax/ast.ts';
import { refuse, type Source } from './syntax/source.ts';

/** What both languages write as literals. */
type Literal = null | boolean | number | string;

/** A value of a language, which has the literals and values of its own. */
type Value<Own> = Literal | Own;

/** An expression ready to be evaluated. Throws {@link EvaluationFailure} where it has no value. */
export type Compiled<Context, Own> = (context: Context) => Value<Own>;

/** What a rules language makes of the forms that both have. */
export type Language<Own> = {
  /** The binary operators that it has, but for `&&` and `||`. */
  readonly operations: Readonly<
    Partial<Record<BinaryOperator, (left: Value<Own>, right: Value<Own>) => Value<Own>>>
  >;
  /** The methods of values; each checks its receiver's type. */
  readonly methods: Readonly<
    Record<
      string,
      {
        /** Least and greatest number of arguments. */
        readonly arity: readonly [number, number];
        readonly call: (receiver: Value<Own>, values: readonly Value<Own>[]) => Value<Own>;
      }
    >
  >;
  /** `object.name` */
  member(object: Value<Own>, name: string): Value<Own>;
  list(items: readonly Value<Own>[]): Value<Own>;
};

/**
 * Compiles expressions of one rules language: each name, method and operator is known, or refused with its place, before
 * the first request.
 */
export abstract class ExpressionCompiler<Context, Own> {
  constructor(
    protected readonly source: Source,
    private readonly language: Language<Own>,
  ) {}

  compile(expression: Expression): Compiled<Context, Own> {
    switch (expression.kind) {
      case 'constant':
        return () => expression.value;
      case 'name':
        return this.name(expression);
      case 'member': {
        const object = this.compile(expression.object);
        return (context) => this.language.member(object(context), expression.name);
      }
      case 'method':
        return this.method(expression);
      case 'not': {
        const operand = this.compile(expression.operand);
        return (context) => !boolean(operand(context));
      }
      case 'binary':
        return this.#binary(expression);
      case 'logical':
        return this.logical(
          expression.operator === '||',
          this.compile(expression.left),
          this.compile(expression.right),
        );
      case 'conditional':
        return this.#conditional(expression);
      case 'list': {
        const items = expression.items.map((item) => this.compile(item));
        return (context) => this.language.list(items.map((item) => item(context)));
      }
      default:
        return this.other(expression);
    }
  }

  protected abstract name(expression: ExpressionOf<'name'>): Compiled<Context, Own>;

  /** @param decisive the value of either side that decides: true for `||`, false for `&&` */
  protected abstract logical(
    decisive: boolean,
    first: Compiled<Context, Own>,
    second: Compiled<Context, Own>,
  ): Compiled<Context, Own>;

  /** Whether a text matches the pattern that is the argument of `matches`. */
  protected abstract pattern(argument: Expression | undefined, at: number): (text: string) => boolean;

  /** The forms that only one of the languages has. */
  protected abstract other(
    expression: ExpressionOf<'regex' | 'path' | 'call' | 'is' | 'in'>,
  ): Compiled<Context, Own>;

  protected method({ object, name, arguments: parts, at }: ExpressionOf<'method'>): Compiled<Context, Own> {
    const receiver = this.compile(object);
    if (name === 'matches') {
      this.checkCount(name, parts.length, [1, 1], at);
      const isMatch = this.pattern(parts[0], at);
      return (context) => isMatch(text(receiver(context)));
    }
    const { methods } = this.language;
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (!method) return refuse(this.source, at, `unknown method "${name}"`);
    this.checkCount(name, parts.length, method.arity, at);
    const values = parts.map((part) => this.compile(part));
    return (context) =>
      method.call(
        receiver(context),
        values.map((value) => value(context)),
      );
  }

  #binary({ operator, left, right, at }: ExpressionOf<'binary'>): Compiled<Context, Own> {
    const operation = this.language.operations[operator];
    if (!operation) return refuse(this.source, at, `there is no "${operator}" in these rules`);
    const [first, second] = [this.compile(left), this.compile(right)];
    return (context) => operation(first(context), second(context));
  }

  #conditional({ test, whenTrue, whenFalse }: ExpressionOf<'conditional'>): Compiled<Context, Own> {
    const condition = this.compile(test);
    const [yes, no] = [this.compile(whenTrue), this.compile(whenFalse)];
    return (context) => (boolean(condition(context)) ? yes(context) : no(context));
  }

  protected checkCount(
    name: string,
    count: number,
    [least, most]: readonly [number, number],
    at: number,
  ): void {
    if (count < least || count > most)
      refuse(this.source, at, `"${name}" takes ${least} argument(s), not ${count}`);
  }

  /** A regular expression that takes time linear in the text, whatever the pattern (RE2 syntax). */
  protected regex(pattern: string, at: number): RE2JS {
    try {
      return RE2JS.compile(pattern);
    } catch (error) {
      if (error instanceof RE2JSException) return refuse(this.source, at, error.message);
      throw error;
    }
  }
}

export function boolean(value: unknown): boolean {
  return typeof value === 'boolean' ? value : fail('this needs true or false');
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : fail('this needs a text');
}

/** Tests of order, for two numbers or two texts. */
export const comparisons = {
  '<': ordered((a, b) => a < b),
  '<=': ordered((a, b) => a <= b),
  '>': ordered((a, b) => a > b),
  '>=': ordered((a, b) => a >= b),
};

function ordered(test: (a: number | string, b: number | string) => boolean) {
  return (left: unknown, right: unknown): boolean => {
    const areTexts = typeof left === 'string' && typeof right === 'string';
    const areNumbers = typeof left === 'number' && typeof right === 'number';
    return areTexts || areNumbers ? test(left, right) : fail('only two numbers or two texts have an order');
  };
}
