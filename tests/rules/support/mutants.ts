import type { MatchBlock } from '#server/rules/firestore/ruleset.ts';
import { parseRuleset } from '#server/rules/firestore/ruleset.ts';
import type { BinaryOperator, Expression } from '#server/rules/syntax/ast.ts';
import { ExpressionParser } from '#server/rules/syntax/ExpressionParser.ts';
import { TokenReader } from '#server/rules/syntax/TokenReader.ts';
import { printExpression, printRuleset } from './printRules.ts';

/** A rules file with one clause dropped, bent or widened, or a name added. */
type Mutant = { readonly name: string; readonly text: string };

type Variant<T> = { readonly name: string; readonly value: T };

/** Every mutant of a `firestore.rules`. */
export function firestoreMutants(text: string): Mutant[] {
  const ruleset = parseRuleset({ text: text });
  return [...blockVariants(ruleset, '')].map(({ name, value }) => ({ name, text: printRuleset(value) }));
}

/** Every mutant of a `database.rules.json`. */
export function databaseMutants(text: string): Mutant[] {
  const variants = [...jsonVariants(JSON.parse(text) as JsonRules, '')];
  return variants.map(({ name, value }) => ({ name, text: JSON.stringify(value) }));
}

type JsonRules = { readonly [name: string]: string | boolean | JsonRules };

function* jsonVariants(rules: JsonRules, place: string): Iterable<Variant<JsonRules>> {
  yield* widenedPlaces(rules, place);
  for (const [name, value] of Object.entries(rules)) {
    // Indexes speed up queries and decide nothing.
    if (name === '.indexOn') continue;
    const where = `${place}/${name}`;
    const replaced = (changed: JsonRules[string]) => ({ ...rules, [name]: changed });
    if (typeof value !== 'object') {
      const { [name]: _dropped, ...others } = rules;
      yield { name: `${where} dropped`, value: others };
    }
    if (typeof value === 'string') {
      for (const variant of expressionVariants(parse(value), where)) {
        yield { name: variant.name, value: replaced(printExpression(variant.value)) };
      }
    }
    if (typeof value !== 'object') continue;
    for (const variant of jsonVariants(value, where)) {
      yield { name: variant.name, value: replaced(variant.value) };
    }
  }
}

/** A place with one more grant, with a name that no list has, or with a name that stands for every other, too. */
function* widenedPlaces(rules: JsonRules, place: string): Iterable<Variant<JsonRules>> {
  if (place === '') return;
  for (const grant of ['.read', '.write']) {
    if (!(grant in rules)) yield { name: `${place} with ${grant}`, value: { ...rules, [grant]: true } };
  }
  const everything = { '.read': true, '.write': true };
  yield { name: `${place} with a name more`, value: { ...rules, extra: everything } };
  const names = Object.keys(rules);
  if (names.some((name) => name.startsWith('$'))) return;
  yield { name: `${place} with a wildcard more`, value: { ...rules, $extra: everything } };
  for (const widened of names.filter((name) => !name.startsWith('.'))) {
    const renamed = Object.entries(rules).map(([name, value]) => [name === widened ? '$extra' : name, value]);
    yield { name: `${place}/${widened} for every name`, value: Object.fromEntries(renamed) };
  }
}

function* blockVariants(block: MatchBlock, outer: string): Iterable<Variant<MatchBlock>> {
  const place = `${outer}${block.pattern.map((part) => `/${part.kind === 'literal' ? part.text : '*'}`).join('')}`;
  yield* allowVariants(block, place);
  yield* widenedBlocks(block, place);
  for (const [index, declaration] of block.functions.entries()) {
    const where = `${place} ${declaration.name}()`;
    for (const { name, value } of expressionVariants(declaration.result, where)) {
      yield {
        name,
        value: { ...block, functions: block.functions.with(index, { ...declaration, result: value }) },
      };
    }
  }
  for (const [index, match] of block.matches.entries()) {
    for (const { name, value } of blockVariants(match, place)) {
      yield { name, value: { ...block, matches: block.matches.with(index, value) } };
    }
  }
}

/** A block whose path matches more, and one with a block for everything in it. */
function* widenedBlocks(block: MatchBlock, place: string): Iterable<Variant<MatchBlock>> {
  const always = { operations: OPERATIONS, condition: undefined };
  const rest = { kind: 'rest', name: 'extra' } as const;
  const everything = { pattern: [rest], functions: [], allows: [always], matches: [] };
  yield { name: `${place} with a block more`, value: { ...block, matches: [...block.matches, everything] } };
  // The outer blocks match every request: their paths can get no wider.
  if (block.allows.length === 0) return;
  for (const [index, part] of block.pattern.entries()) {
    const wider =
      part.kind === 'literal' ? ({ kind: 'one', name: 'extra' } as const) : { ...rest, name: part.name };
    const isLast = index === block.pattern.length - 1;
    if (wider.kind === 'rest' && !isLast) continue;
    const pattern = block.pattern.with(index, wider);
    yield { name: `${place} wider at ${index + 1}`, value: { ...block, pattern } };
  }
}

const OPERATIONS = ['get', 'list', 'create', 'update', 'delete'] as const;

function* allowVariants(block: MatchBlock, place: string): Iterable<Variant<MatchBlock>> {
  for (const [index, allow] of block.allows.entries()) {
    const where = `${place} allow ${allow.operations.join(', ')} (${index + 1})`;
    yield { name: `${where} dropped`, value: { ...block, allows: block.allows.toSpliced(index, 1) } };
    for (const operation of allow.operations.length > 1 ? allow.operations : []) {
      const operations = allow.operations.filter((other) => other !== operation);
      const value = { ...block, allows: block.allows.with(index, { ...allow, operations }) };
      yield { name: `${where} without ${operation}`, value };
    }
    for (const added of OPERATIONS.filter((operation) => !allow.operations.includes(operation))) {
      const operations = [...allow.operations, added];
      const value = { ...block, allows: block.allows.with(index, { ...allow, operations }) };
      yield { name: `${where} and ${added}`, value };
    }
    if (!allow.condition) continue;
    const always = { ...allow, condition: undefined };
    yield { name: `${where} always`, value: { ...block, allows: block.allows.with(index, always) } };
    for (const { name, value } of expressionVariants(allow.condition, where)) {
      const changed = { ...allow, condition: value };
      yield { name, value: { ...block, allows: block.allows.with(index, changed) } };
    }
  }
}

function* expressionVariants(expression: Expression, where: string): Iterable<Variant<Expression>> {
  for (const { node, rebuild } of places(expression, (changed) => changed)) {
    for (const changed of bent(node)) {
      const name = `${where}: ${shortened(node)} → ${shortened(changed)}`;
      yield { name, value: rebuild(changed) };
    }
  }
}

/** An operator's opposite, or the one beside it. */
const SWAPPED: Readonly<Partial<Record<BinaryOperator, BinaryOperator>>> = {
  '==': '!=',
  '!=': '==',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
};

/** A node with a clause dropped, a choice made, an operator swapped, an item less or more, or a bound moved by one. */
function* bent(node: Expression): Iterable<Expression> {
  if (node.kind === 'logical') {
    yield* [node.left, node.right];
    yield { ...node, operator: node.operator === '&&' ? '||' : '&&' };
  }
  if (node.kind === 'not') yield node.operand;
  if (node.kind === 'conditional') yield* [node.whenTrue, node.whenFalse];
  if (node.kind === 'list') {
    for (const index of node.items.keys()) yield { ...node, items: node.items.toSpliced(index, 1) };
    yield { ...node, items: [...node.items, { kind: 'constant', value: 'extra', at: node.at }] };
  }
  if (node.kind !== 'binary') return;
  const swapped = SWAPPED[node.operator];
  if (swapped !== undefined) yield { ...node, operator: swapped };
  const { right } = node;
  if (right.kind !== 'constant' || typeof right.value !== 'number') return;
  for (const by of [-1, 1]) yield { ...node, right: { ...right, value: right.value + by } };
}

type PlaceOf<T> = { readonly node: Expression; readonly rebuild: (changed: Expression) => T };

/** Every expression in `expression`, itself included, with the way to put another in its place. */
function* places<T>(expression: Expression, rebuild: (changed: Expression) => T): Iterable<PlaceOf<T>> {
  yield { node: expression, rebuild };
  for (const [name, value] of Object.entries(expression)) {
    const put = (changed: unknown) => rebuild({ ...expression, [name]: changed } as Expression);
    if (isExpression(value)) yield* places(value, put);
    if (!Array.isArray(value)) continue;
    for (const [index, item] of value.entries()) {
      if (isExpression(item)) yield* places(item, (changed) => put(value.with(index, changed)));
    }
  }
}

function isExpression(value: unknown): value is Expression {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

function parse(text: string): Expression {
  return new ExpressionParser(new TokenReader({ text: text }), { slash: 'regex' }).parse();
}

/** The long conditions that the template repeats would hide what matters in a name. */
function shortened(node: Expression): string {
  const whole = printExpression(node);
  const text = SHORT_FORMS.reduce((sum, [long, short]) => sum.replaceAll(long, short), whole);
  return text.length <= 240 ? text : `${text.slice(0, 120)} … ${text.slice(-110)}`;
}

const SHORT_FORMS: readonly (readonly [RegExp | string, string])[] = [
  [/auth\.token\.email\.toLowerCase\(\)(\.replace\('[^']*', '%[^']*'\))+/g, '‹my key›'],
  [/auth\.token\.email\.toLowerCase\(\)(\.replace\('[^']*', '_'\))+/g, '‹my usage key›'],
  ["root.child('access').child(‹my key›)", '‹me›'],
  [
    "(‹me›.child('uid').exists() ? (‹me›.child('uid').val() == auth.uid) : ((auth.token.email_verified == true) && (!auth.token.email.contains('\u212a'))))",
    '‹I am proven›',
  ],
  ['(data.isNumber() ? data.val() : 0)', '‹count so far›'],
];
