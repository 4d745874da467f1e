import type { FunctionDeclaration, MatchBlock } from '#server/rules/firestore/ruleset.ts';
import type { Expression } from '#server/rules/syntax/ast.ts';

/** An expression as text, every operator in parentheses. */
export function printExpression(expression: Expression): string {
  const print = printExpression;
  switch (expression.kind) {
    case 'constant':
      return typeof expression.value === 'string' ? `'${expression.value}'` : String(expression.value);
    case 'regex':
      return `/${expression.pattern}/`;
    case 'path':
      return expression.segments.map((part) => `/${printSegment(part)}`).join('');
    case 'name':
      return expression.name;
    case 'member':
      return `${print(expression.object)}.${expression.name}`;
    case 'call':
      return `${expression.name}(${expression.arguments.map(print).join(', ')})`;
    case 'method':
      return `${print(expression.object)}.${expression.name}(${expression.arguments.map(print).join(', ')})`;
    case 'list':
      return `[${expression.items.map(print).join(', ')}]`;
    default:
      return `(${printOperation(expression)})`;
  }
}

/** A Firestore rules file as text. */
export function printRuleset(block: MatchBlock): string {
  return `rules_version = '2'; service cloud.firestore {${printBody(block)}}`;
}

type Operation = Extract<Expression, { kind: 'not' | 'binary' | 'logical' | 'is' | 'in' | 'conditional' }>;

function printOperation(expression: Operation): string {
  const print = printExpression;
  switch (expression.kind) {
    case 'not':
      return `!${print(expression.operand)}`;
    case 'binary':
    case 'logical':
      return `${print(expression.left)} ${expression.operator} ${print(expression.right)}`;
    case 'is':
      return `${print(expression.value)} is ${expression.type}`;
    case 'in':
      return `${print(expression.value)} in ${print(expression.container)}`;
    case 'conditional':
      return [expression.test, '?', expression.whenTrue, ':', expression.whenFalse]
        .map((part) => (typeof part === 'string' ? part : print(part)))
        .join(' ');
  }
}

function printSegment(segment: string | Expression): string {
  return typeof segment === 'string' ? segment : `$(${printExpression(segment)})`;
}

function printBody({ functions, allows, matches }: MatchBlock): string {
  return [
    ...functions.map(printFunction),
    ...allows.map(({ operations, condition }) =>
      condition
        ? `allow ${operations.join(', ')}: if ${printExpression(condition)};`
        : `allow ${operations.join(', ')};`,
    ),
    ...matches.map((match) => `match ${printPattern(match)} {${printBody(match)}}`),
  ].join('\n');
}

function printPattern({ pattern }: MatchBlock): string {
  const texts = { one: '', rest: '=**' };
  return pattern
    .map((part) => (part.kind === 'literal' ? `/${part.text}` : `/{${part.name}${texts[part.kind]}}`))
    .join('');
}

function printFunction({ name, parameters, lets, result }: FunctionDeclaration): string {
  const body = lets.map((each) => `let ${each.name} = ${printExpression(each.value)};`);
  return `function ${name}(${parameters.join(', ')}) {${body.join('')} return ${printExpression(result)};}`;
}
