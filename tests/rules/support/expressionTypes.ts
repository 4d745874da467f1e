import type { BinaryOperator, Expression, ExpressionOf } from '#server/rules/syntax/ast.ts';
import { refuse, type Source } from '#server/rules/syntax/source.ts';

/** What a part of an expression may come to. `claims`: `auth`, and the objects in it. */
type Type = 'null' | 'boolean' | 'number' | 'string' | 'subtree' | 'snapshot' | 'claims' | 'list';
type Types = ReadonlySet<Type>;

const NULL: Types = new Set(['null']);
const BOOLEAN: Types = new Set(['boolean']);
const NUMBER: Types = new Set(['number']);
const STRING: Types = new Set(['string']);
const SNAPSHOT: Types = new Set(['snapshot']);
const LIST: Types = new Set(['list']);
const STORED: Types = new Set(['null', 'boolean', 'number', 'string', 'subtree']);
const CLAIM: Types = new Set(['null', 'boolean', 'number', 'string', 'claims']);
const AUTH: Types = new Set(['null', 'claims']);
/** Of what the language does not have, which is refused elsewhere. */
const ANY: Types = new Set([...STORED, ...CLAIM, 'snapshot', 'list']);

type Signature = { readonly of: Type; readonly takes: Type; readonly gives: Types };

const SNAPSHOT_METHODS = ['exists', 'isNumber', 'isBoolean'];
const STRING_METHODS = ['contains', 'matches'];

/** Methods: what they are asked of, what each of their arguments is, and what they come to. */
const METHODS: Readonly<Record<string, Signature>> = {
  val: { of: 'snapshot', takes: 'string', gives: STORED },
  child: { of: 'snapshot', takes: 'string', gives: SNAPSHOT },
  parent: { of: 'snapshot', takes: 'string', gives: SNAPSHOT },
  hasChildren: { of: 'snapshot', takes: 'list', gives: BOOLEAN },
  ...of(SNAPSHOT_METHODS, { of: 'snapshot', takes: 'string', gives: BOOLEAN }),
  ...of(STRING_METHODS, { of: 'string', takes: 'string', gives: BOOLEAN }),
  replace: { of: 'string', takes: 'string', gives: STRING },
  toLowerCase: { of: 'string', takes: 'string', gives: STRING },
};

const NAMES: Readonly<Record<string, Types>> = {
  auth: AUTH,
  now: NUMBER,
  root: SNAPSHOT,
  data: SNAPSHOT,
  newData: SNAPSHOT,
};

/** In words, for messages. */
const WORDS: Readonly<Record<Type, string>> = {
  null: 'null',
  boolean: 'true or false',
  number: 'a number',
  string: 'a text',
  subtree: 'a value with children',
  snapshot: 'a place of the database',
  claims: 'what is known of the person',
  list: 'a list',
};

/**
 * Refuses, with its place, an expression that can have no value whatever is stored and whoever asks: `null < 1`,
 * `1 && true`, `data.val().child("x")`. Firebase refuses such rules when they are deployed; the embedded backend, which is
 * given our own rules only, leaves that to this test. Names and methods that are unknown are refused where the expression
 * is compiled.
 *
 * @param onNot called with what may stand behind each `!`
 * @returns what the expression may come to
 */
export function checkTypes(
  expression: Expression,
  source: Source,
  onNot: (types: Types, at: number) => void = () => {},
): Types {
  return new TypeChecker(source, onNot).typesOf(expression);
}

class TypeChecker {
  readonly #source: Source;
  readonly #onNot: (types: Types, at: number) => void;

  constructor(source: Source, onNot: (types: Types, at: number) => void) {
    this.#source = source;
    this.#onNot = onNot;
  }

  typesOf(expression: Expression): Types {
    switch (expression.kind) {
      case 'constant':
        return constantTypes(expression.value);
      case 'name':
        return nameTypes(expression.name);
      case 'member':
        return this.#member(expression);
      case 'method':
        return this.#method(expression);
      case 'not':
        this.#onNot(this.#need(expression.operand, ['boolean']), expression.at);
        return BOOLEAN;
      case 'binary':
        return this.#binary(expression);
      case 'logical':
        this.#need(expression.left, ['boolean']);
        this.#need(expression.right, ['boolean']);
        return BOOLEAN;
      case 'conditional':
        this.#need(expression.test, ['boolean']);
        return new Set([...this.typesOf(expression.whenTrue), ...this.typesOf(expression.whenFalse)]);
      case 'list':
        for (const item of expression.items) this.#need(item, ['string']);
        return LIST;
      default:
        return ANY;
    }
  }

  #member({ object, name }: ExpressionOf<'member'>): Types {
    const types = this.#need(object, name === 'length' ? ['claims', 'string'] : ['claims']);
    if (name !== 'length' || !types.has('string')) return CLAIM;
    return types.has('claims') ? CLAIM : NUMBER;
  }

  #method({ object, name, arguments: parts, at }: ExpressionOf<'method'>): Types {
    const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
    if (method === undefined) return ANY;
    this.#need(object, [method.of]);
    for (const part of parts) {
      if (part.kind === 'regex') continue;
      this.#need(part, [method.takes]);
      if (part.kind === 'list' && part.items.length === 0)
        refuse(this.#source, at, `"${name}" needs a list with something in it`);
    }
    return method.gives;
  }

  #binary({ operator, left, right, at }: ExpressionOf<'binary'>): Types {
    const [first, second] = [this.typesOf(left), this.typesOf(right)];
    const { pairs, gives } = OPERATORS[operator];
    const fits = pairs.some(([a, b]) => first.has(a) && second.has(b));
    if (!fits) {
      const sides = `${wordsOf(first)} and ${wordsOf(second)}`;
      refuse(this.#source, at, `"${operator}" has no value for ${sides}`);
    }
    return gives(first, second);
  }

  /** The types of a part of which at least one must be among `wanted`. */
  #need(part: Expression, wanted: readonly Type[]): Types {
    const types = this.typesOf(part);
    if (wanted.some((type) => types.has(type))) return types;
    const words = wanted.map((type) => WORDS[type]).join(' or ');
    return refuse(this.#source, part.at, `${words} is needed here, and this is ${wordsOf(types)}`);
  }
}

type Pairs = readonly (readonly [Type, Type])[];
/** The types that an operator can work with, and what comes of them. */
type Operator = { readonly pairs: Pairs; readonly gives: (left: Types, right: Types) => Types };

const PLAIN: readonly Type[] = ['boolean', 'number', 'string', 'subtree'];
const ALL: readonly Type[] = [...PLAIN, 'null', 'snapshot', 'claims', 'list'];
/** Plain values with each other, and null with everything. */
const COMPARED: Pairs = [
  ...PLAIN.flatMap((a) => PLAIN.map((b) => [a, b] as const)),
  ...ALL.flatMap((type) => [[type, 'null'] as const, ['null', type] as const]),
];
const NUMBERS: Pairs = [['number', 'number']];
const ORDERED: Pairs = [...NUMBERS, ['string', 'string']];
const JOINED: Pairs = [...ORDERED, ['string', 'number'], ['number', 'string']];

const comparison: Operator = { pairs: COMPARED, gives: () => BOOLEAN };
const order: Operator = { pairs: ORDERED, gives: () => BOOLEAN };
const arithmetic: Operator = { pairs: NUMBERS, gives: () => NUMBER };

const OPERATORS: Readonly<Record<BinaryOperator, Operator>> = {
  '==': comparison,
  '!=': comparison,
  '<': order,
  '<=': order,
  '>': order,
  '>=': order,
  '+': { pairs: JOINED, gives: sumTypes },
  '-': arithmetic,
  '*': arithmetic,
  '%': arithmetic,
};

/** A text, where one side may be one; a number, where both may be numbers. */
function sumTypes(left: Types, right: Types): Types {
  const types = new Set<Type>();
  if (left.has('string') || right.has('string')) types.add('string');
  if (left.has('number') && right.has('number')) types.add('number');
  return types;
}

/** `$wildcards` are keys. */
function nameTypes(name: string): Types {
  if (name.startsWith('$')) return STRING;
  return (Object.hasOwn(NAMES, name) ? NAMES[name] : undefined) ?? ANY;
}

function constantTypes(value: null | boolean | number | string): Types {
  if (value === null) return NULL;
  if (typeof value === 'number') return NUMBER;
  return typeof value === 'boolean' ? BOOLEAN : STRING;
}

function of(names: readonly string[], signature: Signature): Readonly<Record<string, Signature>> {
  return Object.fromEntries(names.map((name) => [name, signature]));
}

function wordsOf(types: Types): string {
  return [...types].map((type) => WORDS[type]).join(' or ');
}
