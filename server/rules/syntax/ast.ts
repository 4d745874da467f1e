export type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%';

/** An expression of either rules language. `at` is its offset in the source, for messages. */
export type Expression =
  | { readonly kind: 'constant'; readonly value: null | boolean | string; readonly at: number }
  | { readonly kind: 'int'; readonly value: bigint; readonly at: number }
  | { readonly kind: 'float'; readonly value: number; readonly at: number }
  | { readonly kind: 'regex'; readonly pattern: string; readonly flags: string; readonly at: number }
  | { readonly kind: 'path'; readonly segments: readonly (string | Expression)[]; readonly at: number }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | {
      readonly kind: 'member';
      readonly object: Expression;
      readonly name: string;
      readonly at: number;
    }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly arguments: readonly Expression[];
      readonly at: number;
    }
  | {
      readonly kind: 'method';
      readonly object: Expression;
      readonly name: string;
      readonly arguments: readonly Expression[];
      readonly at: number;
    }
  | {
      readonly kind: 'unary';
      readonly operator: '!' | '-';
      readonly operand: Expression;
      readonly at: number;
    }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
      readonly at: number;
    }
  | {
      readonly kind: 'logical';
      readonly operator: '&&' | '||';
      readonly left: Expression;
      readonly right: Expression;
      readonly at: number;
    }
  | { readonly kind: 'is'; readonly value: Expression; readonly type: string; readonly at: number }
  | {
      readonly kind: 'in';
      readonly value: Expression;
      readonly container: Expression;
      readonly at: number;
    }
  | {
      readonly kind: 'conditional';
      readonly test: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
      readonly at: number;
    }
  | { readonly kind: 'list'; readonly items: readonly Expression[]; readonly at: number };

export type ExpressionOf<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;
