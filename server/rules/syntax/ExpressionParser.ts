import type { BinaryOperator, Expression } from './ast.ts';
import { refuse } from './source.ts';
import type { TokenReader } from './TokenReader.ts';

/** What a slash begins where an operand is expected. */
type Dialect = { readonly slash: 'path' | 'regex' };

/** The binary operators from the weakest to the strongest; operators of one row group from the left. */
const PRECEDENCE: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['in', 'is'],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '%'],
];
/** Deep nesting would overflow the stack: both hosted languages refuse it far earlier. */
const MAX_DEPTH = 200;

/** Reads expressions of one rules language from `tokens`. */
export class ExpressionParser {
  readonly #tokens: TokenReader;
  readonly #dialect: Dialect;
  #depth = 0;

  constructor(tokens: TokenReader, dialect: Dialect) {
    this.#tokens = tokens;
    this.#dialect = dialect;
  }

  /** Reads one expression and leaves what follows it. */
  parse(): Expression {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) refuse(this.#tokens.source, this.#at(), 'this is nested too deeply');
    const test = this.#binary(0);
    const expression = this.#tokens.accept('?') ? this.#conditional(test) : test;
    this.#depth -= 1;
    return expression;
  }

  #conditional(test: Expression): Expression {
    const whenTrue = this.parse();
    this.#tokens.expect(':');
    return { kind: 'conditional', test, whenTrue, whenFalse: this.parse(), at: test.at };
  }

  #binary(level: number): Expression {
    const operators = PRECEDENCE[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = operators.find((candidate) => this.#tokens.isNext(candidate));
      if (operator === undefined) return left;
      const { at } = this.#tokens.take();
      left = this.#combine(operator, left, level + 1, at);
    }
  }

  #combine(operator: string, left: Expression, level: number, at: number): Expression {
    if (operator === 'is') {
      return { kind: 'is', value: left, type: this.#tokens.expectName('a type').text, at };
    }
    const right = this.#binary(level);
    if (operator === 'in') return { kind: 'in', value: left, container: right, at };
    if (operator === '&&' || operator === '||') return { kind: 'logical', operator, left, right, at };
    return { kind: 'binary', operator: operator as BinaryOperator, left, right, at };
  }

  #unary(): Expression {
    const at = this.#at();
    if (!this.#tokens.accept('!')) return this.#postfix(this.#operand());
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) refuse(this.#tokens.source, at, 'this is nested too deeply');
    const operand = this.#unary();
    this.#depth -= 1;
    return { kind: 'not', operand, at };
  }

  #postfix(operand: Expression): Expression {
    let object = operand;
    for (;;) {
      if (!this.#tokens.accept('.')) return object;
      object = this.#member(object);
    }
  }

  #member(object: Expression): Expression {
    const { text: name, at } = this.#tokens.expectName('a name');
    if (!this.#tokens.accept('(')) return { kind: 'member', object, name, at };
    return { kind: 'method', object, name, arguments: this.#list(')'), at };
  }

  #operand(): Expression {
    const token = this.#tokens.peek();
    const { at } = token;
    if (token.kind === 'name') return this.#named();
    if (token.kind === 'symbol') return this.#bracketed(token.text, at);
    if (token.kind === 'end') return this.#tokens.unexpected('a value');
    this.#tokens.take();
    return { kind: 'constant', value: token.value, at };
  }

  #named(): Expression {
    const { text, at } = this.#tokens.expectName('a name');
    if (text === 'true' || text === 'false') return { kind: 'constant', value: text === 'true', at };
    if (text === 'null') return { kind: 'constant', value: null, at };
    if (!this.#tokens.accept('(')) return { kind: 'name', name: text, at };
    return { kind: 'call', name: text, arguments: this.#list(')'), at };
  }

  #bracketed(symbol: string, at: number): Expression {
    if (symbol === '/') return this.#dialect.slash === 'path' ? this.#path(at) : this.#regex(at);
    if (symbol !== '(' && symbol !== '[') return this.#tokens.unexpected('a value');
    this.#tokens.take();
    if (symbol === '[') return { kind: 'list', items: this.#list(']'), at };
    const inner = this.parse();
    this.#tokens.expect(')');
    return inner;
  }

  #list(end: string): Expression[] {
    const items: Expression[] = [];
    if (this.#tokens.accept(end)) return items;
    do items.push(this.parse());
    while (this.#tokens.accept(','));
    this.#tokens.expect(end);
    return items;
  }

  #regex(at: number): Expression {
    return { kind: 'regex', pattern: this.#tokens.takeRegex(), at };
  }

  /** `/databases/$(database)/documents`: a slash that touches the segment before it goes on with the path. */
  #path(at: number): Expression {
    const segments: (string | Expression)[] = [];
    do {
      this.#tokens.expect('/');
      segments.push(this.#tokens.touches('$') ? this.#bound() : this.#tokens.takePathSegment());
    } while (this.#tokens.touches('/'));
    return { kind: 'path', segments, at };
  }

  #bound(): Expression {
    this.#tokens.expect('$');
    this.#tokens.expect('(');
    const value = this.parse();
    this.#tokens.expect(')');
    return value;
  }

  #at(): number {
    return this.#tokens.peek().at;
  }
}
