import type { Expression } from '../syntax/ast.ts';
import { ExpressionParser } from '../syntax/ExpressionParser.ts';
import { refuse, type Source } from '../syntax/source.ts';
import { TokenReader } from '../syntax/TokenReader.ts';

/** Operations of an `allow` statement. */
const OPERATIONS = ['get', 'list', 'create', 'update', 'delete'] as const;
export type Operation = (typeof OPERATIONS)[number];

export type FunctionDeclaration = {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly lets: readonly { readonly name: string; readonly value: Expression }[];
  readonly result: Expression;
  readonly at: number;
};

type AllowStatement = {
  readonly operations: readonly Operation[];
  /** Undefined: always. */
  readonly condition: Expression | undefined;
};

/** `rest` matches all remaining segments, or none. */
export type PatternSegment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'one'; readonly name: string }
  | { readonly kind: 'rest'; readonly name: string };

export type MatchBlock = {
  readonly pattern: readonly PatternSegment[];
  readonly functions: readonly FunctionDeclaration[];
  readonly allows: readonly AllowStatement[];
  readonly matches: readonly MatchBlock[];
};

/** A rules file: the body of `service cloud.firestore`, as a block without a pattern of its own. */
type Ruleset = MatchBlock;

/** Reads a rules file of version 2. Throws {@link RulesSyntaxError} at what it does not know. */
export function parseRuleset(source: Source): Ruleset {
  return new RulesetParser(source).ruleset();
}

class RulesetParser {
  readonly #tokens: TokenReader;
  readonly #expressions: ExpressionParser;

  constructor(source: Source) {
    this.#tokens = new TokenReader(source);
    this.#expressions = new ExpressionParser(this.#tokens, { slash: 'path' });
  }

  ruleset(): Ruleset {
    this.#version();
    for (const text of ['service', 'cloud', '.', 'firestore']) this.#tokens.expect(text);
    const block = this.#block([]);
    if (this.#tokens.peek().kind !== 'end') this.#tokens.unexpected('the end of the file');
    return block;
  }

  #version(): void {
    this.#tokens.expect('rules_version');
    this.#tokens.expect('=');
    const { value, at } = this.#tokens.expectString("'2'");
    if (value !== '2') refuse(this.#tokens.source, at, "only rules_version '2' is supported");
    this.#tokens.expect(';');
  }

  #block(pattern: readonly PatternSegment[]): MatchBlock {
    const functions: FunctionDeclaration[] = [];
    const allows: AllowStatement[] = [];
    const matches: MatchBlock[] = [];
    this.#tokens.expect('{');
    while (!this.#tokens.accept('}')) {
      if (this.#tokens.accept('function')) functions.push(this.#function());
      else if (this.#tokens.accept('match')) matches.push(this.#block(this.#pattern()));
      else if (pattern.length > 0 && this.#tokens.accept('allow')) allows.push(this.#allow());
      else
        this.#tokens.unexpected(pattern.length > 0 ? 'match, allow, function or }' : 'match, function or }');
    }
    return { pattern, functions, allows, matches };
  }

  #pattern(): PatternSegment[] {
    const segments: PatternSegment[] = [];
    do {
      const { at } = this.#tokens.expect('/');
      if (segments.at(-1)?.kind === 'rest') {
        refuse(this.#tokens.source, at, 'nothing may follow a wildcard for all remaining segments');
      }
      segments.push(this.#segment());
    } while (this.#tokens.touches('/'));
    return segments;
  }

  #segment(): PatternSegment {
    if (!this.#tokens.touches('{')) return { kind: 'literal', text: this.#tokens.takePathSegment() };
    this.#tokens.expect('{');
    const { text: name } = this.#tokens.expectName('the name of a wildcard');
    const isRest = this.#tokens.accept('=');
    if (isRest) for (const star of ['*', '*']) this.#tokens.expect(star);
    this.#tokens.expect('}');
    return { kind: isRest ? 'rest' : 'one', name };
  }

  #allow(): AllowStatement {
    const operations: Operation[] = [];
    do operations.push(this.#operation());
    while (this.#tokens.accept(','));
    const condition = this.#tokens.accept(':') ? this.#condition() : undefined;
    this.#tokens.expect(';');
    return { operations, condition };
  }

  #operation(): Operation {
    const { text, at } = this.#tokens.expectName('an operation');
    const operation = OPERATIONS.find((known) => known === text);
    return operation ?? refuse(this.#tokens.source, at, `"${text}" is not an operation`);
  }

  #condition(): Expression {
    this.#tokens.expect('if');
    return this.#expressions.parse();
  }

  #function(): FunctionDeclaration {
    const { text: name, at } = this.#tokens.expectName('the name of the function');
    const parameters = this.#parameters();
    this.#tokens.expect('{');
    const lets = [];
    while (this.#tokens.accept('let')) lets.push(this.#let());
    this.#tokens.expect('return');
    const result = this.#expressions.parse();
    this.#tokens.expect(';');
    this.#tokens.expect('}');
    return { name, parameters, lets, result, at };
  }

  #parameters(): string[] {
    const names: string[] = [];
    this.#tokens.expect('(');
    if (this.#tokens.accept(')')) return names;
    do names.push(this.#tokens.expectName('the name of a parameter').text);
    while (this.#tokens.accept(','));
    this.#tokens.expect(')');
    return names;
  }

  #let(): { name: string; value: Expression } {
    const { text: name } = this.#tokens.expectName('a name');
    this.#tokens.expect('=');
    const value = this.#expressions.parse();
    this.#tokens.expect(';');
    return { name, value };
  }
}

/** The names that the expressions of one match block see: wildcards and functions, its own and those around it. */
export class Scope {
  readonly #outer: Scope | undefined;
  readonly #wildcards = new Map<string, number>();
  readonly #functions = new Map<string, { declaration: FunctionDeclaration; scope: Scope }>();
  /** How many wildcards the pattern up to here binds. */
  readonly wildcardCount: number;

  constructor(block: MatchBlock, outer?: Scope) {
    this.#outer = outer;
    let count = outer?.wildcardCount ?? 0;
    for (const segment of block.pattern) {
      if (segment.kind === 'literal') continue;
      this.#wildcards.set(segment.name, count);
      count += 1;
    }
    this.wildcardCount = count;
    for (const declaration of block.functions) {
      this.#functions.set(declaration.name, { declaration, scope: this });
    }
  }

  /** Position of the wildcard's value among those the match has bound. */
  wildcard(name: string): number | undefined {
    return this.#wildcards.get(name) ?? this.#outer?.wildcard(name);
  }

  /** The function of that name, with the scope of the block that declares it. */
  function(name: string): { declaration: FunctionDeclaration; scope: Scope } | undefined {
    return this.#functions.get(name) ?? this.#outer?.function(name);
  }
}
