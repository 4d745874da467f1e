import { isRecord, parseStrictJson } from '../../scalars/strictJson.ts';
import type { Expression } from '../syntax/ast.ts';
import { ExpressionParser } from '../syntax/ExpressionParser.ts';
import { RulesSyntaxError, type Source } from '../syntax/source.ts';
import { TokenReader } from '../syntax/TokenReader.ts';
import { type Condition, DatabaseCompiler } from './DatabaseCompiler.ts';

/** The rules of one place and of the places below it. */
export type RuleNode = {
  readonly read: Condition | undefined;
  readonly write: Condition | undefined;
  readonly validate: Condition | undefined;
  readonly children: ReadonlyMap<string, RuleNode>;
  /** Rules of every child not named in `children`. */
  readonly wildcard: RuleNode | undefined;
  /** Whether there is a `.validate` here or below: nothing else makes it worth walking a written subtree. */
  readonly validates: boolean;
};

type RulesTree = {
  readonly root: RuleNode;
  /** The places whose data some `.read` depends on. */
  readonly readDependencies: readonly PlacePattern[];
};

type DecidingRule = '.read' | '.write' | '.validate';

const KEY = /^[^.#$[\]/\p{Cc}]+$/u;
const WILDCARD = /^\$[A-Za-z_][A-Za-z0-9_]*$/;

/** Reads a `database.rules.json`. Throws {@link RulesSyntaxError} at what it does not know. */
export function parseRulesTree(text: string): RulesTree {
  const [rules, ...others] = entriesOf(parseJson(text), []);
  if (rules?.[0] !== 'rules' || others.length > 0) refusePlace([], 'expected {"rules": …} alone');
  const builder = new TreeBuilder();
  return { root: builder.node(rules[1], [], []), readDependencies: builder.readDependencies };
}

function parseJson(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return refusePlace([], error.message);
    throw error;
  }
}

function refusePlace(keys: readonly string[], detail: string): never {
  throw new RulesSyntaxError(`/${keys.join('/')}`, detail);
}

class TreeBuilder {
  readonly readDependencies: PlacePattern[] = [];

  /** @param keys from the root, wildcards by their names */
  node(json: unknown, keys: readonly string[], wildcards: readonly string[]): RuleNode {
    const entries = entriesOf(json, keys);
    const rule = (name: DecidingRule) =>
      this.#rule(name, entries.find(([other]) => other === name)?.[1], keys, wildcards);
    const own = { read: rule('.read'), write: rule('.write'), validate: rule('.validate') };
    const children = new Map<string, RuleNode>();
    let wildcard: RuleNode | undefined;
    for (const [name, value] of entries.filter(([other]) => !isRuleName(other))) {
      const place = [...keys, name];
      if (KEY.test(name)) children.set(name, this.node(value, place, wildcards));
      else if (!WILDCARD.test(name)) refusePlace(place, 'this is neither a key nor a rule');
      else if (wildcard) refusePlace(place, 'one place has one wildcard at most');
      else if (wildcards.includes(name)) refusePlace(place, 'this wildcard is bound already');
      else wildcard = this.node(value, place, [...wildcards, name]);
    }
    const below = [...children.values(), ...(wildcard ? [wildcard] : [])];
    return { ...own, children, wildcard, validates: !!own.validate || below.some((node) => node.validates) };
  }

  #rule(
    name: DecidingRule,
    value: unknown,
    keys: readonly string[],
    wildcards: readonly string[],
  ): Condition | undefined {
    if (value === undefined) return undefined;
    if (typeof value === 'boolean') return () => value;
    if (typeof value !== 'string') return refusePlace([...keys, name], 'a rule is an expression in quotes');
    const source = { text: value, rule: `/${[...keys, name].join('/')}` };
    const expression = parseWhole(source);
    const place = keys.map((key) => (WILDCARD.test(key) ? null : key));
    if (name === '.read') this.readDependencies.push(...placesReadBy(expression, place));
    return new DatabaseCompiler(source, wildcards, name === '.read' ? null : keys.length).compile(expression);
  }
}

function parseWhole(source: Source) {
  const tokens = new TokenReader(source);
  const expression = new ExpressionParser(tokens, { slash: 'regex' }).parse();
  if (tokens.peek().kind !== 'end') tokens.unexpected('the end of the expression');
  return expression;
}

function isRuleName(name: string): boolean {
  // Indexes speed up queries and decide nothing.
  return name === '.read' || name === '.write' || name === '.validate' || name === '.indexOn';
}

function entriesOf(json: unknown, keys: readonly string[]): [name: string, value: unknown][] {
  return isRecord(json) ? Object.entries(json) : refusePlace(keys, 'expected an object');
}

/** Keys from the root; null stands for any key. */
type PlacePattern = readonly (string | null)[];

/** The places whose data the `.read` expression at `place` depends on, with everything below them. */
function placesReadBy(expression: Expression, place: PlacePattern): PlacePattern[] {
  const looked = placeOf(expression, place);
  // `root.child('a')` depends on `a`, not on the root: of such a chain only the arguments are searched.
  const parts = looked ? argumentsAlong(expression) : partsOf(expression);
  const below = parts.flatMap((part) => placesReadBy(part, place));
  return looked ? [looked.keys, ...below] : below;
}

/** The expressions that an expression is made of. */
function partsOf(expression: Expression): readonly Expression[] {
  const members: unknown[] = Object.values(expression).flat();
  return members.filter((member) => typeof member === 'object' && member !== null) as Expression[];
}

/** Whether a write at `path` can change what is found at `pattern` or below. */
export function touches(path: readonly string[], pattern: PlacePattern): boolean {
  return path.every((key, index) => {
    const expected = pattern[index];
    return expected === undefined || expected === null || expected === key;
  });
}

/** A place, and whether it is known exactly, so that a further `child()` makes it more precise. */
type Place = { readonly keys: PlacePattern; readonly isExact: boolean };

function placeOf(expression: Expression, place: PlacePattern): Place | undefined {
  if (expression.kind === 'name' && expression.name === 'root') return { keys: [], isExact: true };
  if (expression.kind === 'name' && expression.name === 'data') return { keys: place, isExact: true };
  if (expression.kind !== 'method') return undefined;
  const receiver = placeOf(expression.object, place);
  if (!receiver) return undefined;
  if (expression.name === 'parent') return { keys: [], isExact: false };
  return expression.name === 'child' ? childOf(receiver, expression.arguments[0]) : receiver;
}

function childOf({ keys, isExact }: Place, path: Expression | undefined): Place {
  if (!isExact || path === undefined) return { keys, isExact: false };
  const { text, isWhole } = constantStart(path);
  const named = text.split('/');
  // What follows may continue the last key.
  if (!isWhole) named.pop();
  return { keys: [...keys, ...named.filter((key) => key !== '')], isExact: isWhole };
}

/** The text that a path begins with whatever the data are: `'a/b/' + $c` begins with `a/b/`. */
function constantStart(path: Expression): { readonly text: string; readonly isWhole: boolean } {
  if (path.kind === 'constant' && typeof path.value === 'string') return { text: path.value, isWhole: true };
  if (path.kind !== 'binary' || path.operator !== '+') return { text: '', isWhole: false };
  const left = constantStart(path.left);
  if (!left.isWhole) return left;
  const right = constantStart(path.right);
  return { text: left.text + right.text, isWhole: right.isWhole };
}

function argumentsAlong(chain: Expression): readonly Expression[] {
  return chain.kind === 'method' ? [...argumentsAlong(chain.object), ...chain.arguments] : [];
}
