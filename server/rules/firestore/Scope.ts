import type { FunctionDeclaration, MatchBlock } from './ruleset.ts';

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
