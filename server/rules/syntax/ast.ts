export type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '%';

/** An expression of either rules language. `at` is its offset in the source, for messages. */
export type Expression = { readonly at: number } & (
  | { readonly kind: 'constant'; readonly value: null | boolean | number | string }
  | { readonly kind: 'regex'; readonly pattern: string }
  | { readonly kind: 'path'; readonly segments: readonly (string | Expression)[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly object: Expression; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Expression[] }
  | {
      readonly kind: 'method';
      readonly object: Expression;
      readonly name: string;
      readonly arguments: readonly Expression[];
    }
  | { readonly kind: 'not'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'logical';
      readonly operator: '&&' | '||';
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'is'; readonly value: Expression; readonly type: string }
  | { readonly kind: 'in'; readonly value: Expression; readonly container: Expression }
  | {
      readonly kind: 'conditional';
      readonly test: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
    }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
);

export type ExpressionOf<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;
