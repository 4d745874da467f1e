import type { Expression } from '../syntax/ast.ts';

/** What an `allow` statement speaks of; `read` and `write` are short for several. */
export type Operation = 'get' | 'list' | 'create' | 'update' | 'delete';

export type FunctionDeclaration = {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly lets: readonly { readonly name: string; readonly value: Expression }[];
  readonly result: Expression;
  readonly at: number;
};

export type AllowStatement = {
  readonly operations: readonly Operation[];
  /** Undefined: always. */
  readonly condition: Expression | undefined;
};

/** `rest` stands for the remaining segments, none included. */
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
export type Ruleset = MatchBlock;
