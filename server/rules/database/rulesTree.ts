import type { Expression } from '../syntax/ast.ts';
import { ExpressionParser } from '../syntax/ExpressionParser.ts';
import { refuse, type Source } from '../syntax/source.ts';
import { TokenReader } from '../syntax/TokenReader.ts';
import { type Compiled, compileExpression } from './expressionCompiler.ts';
import { Parts, partsOf, Slots } from './parts.ts';
import { type JsonEntry, type JsonNode, parseRulesJson } from './rulesJson.ts';

/** The rules of one place and of the places below it. */
export type RuleNode = {
  readonly read: Compiled | undefined;
  readonly write: Compiled | undefined;
  readonly validate: Compiled | undefined;
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
  const { source, root } = parseRulesJson(text);
  const top = entriesOf(root, source);
  const [rules] = top;
  if (top.length !== 1 || rules?.name !== 'rules') refuse(source, root.at, 'expected {"rules": …} alone');
  const builder = new TreeBuilder(source);
  return { root: builder.node(rules.value, [], []), readDependencies: builder.readDependencies };
}

class TreeBuilder {
  readonly readDependencies: PlacePattern[] = [];
  readonly #source: Source;
  readonly #parts = new Parts();
  readonly #ofRequest = new Slots();

  constructor(source: Source) {
    this.#source = source;
  }

  node(json: JsonNode, place: PlacePattern, wildcards: readonly string[]): RuleNode {
    const entries = entriesOf(json, this.#source);
    const ofPlace = new Slots();
    const rule = (name: DecidingRule) => this.#rule(name, entries, place, wildcards, ofPlace);
    const own = { read: rule('.read'), write: rule('.write'), validate: rule('.validate') };
    const children = new Map<string, RuleNode>();
    let wildcard: RuleNode | undefined;
    for (const entry of entries.filter(({ name }) => !isRuleName(name))) {
      const { name, at, value } = entry;
      if (KEY.test(name)) children.set(name, this.node(value, [...place, name], wildcards));
      else if (!WILDCARD.test(name)) refuse(this.#source, at, `"${name}" is neither a key nor a rule`);
      else if (wildcard) refuse(this.#source, at, 'one place has one wildcard at most');
      else wildcard = this.node(value, [...place, null], this.#bind(wildcards, entry));
    }
    const below = [...children.values(), ...(wildcard ? [wildcard] : [])];
    return { ...own, children, wildcard, validates: !!own.validate || below.some((node) => node.validates) };
  }

  #bind(wildcards: readonly string[], { name, at }: JsonEntry): string[] {
    if (wildcards.includes(name)) refuse(this.#source, at, `"${name}" is bound already`);
    return [...wildcards, name];
  }

  #rule(
    name: DecidingRule,
    entries: readonly JsonEntry[],
    place: PlacePattern,
    wildcards: readonly string[],
    ofPlace: Slots,
  ): Compiled | undefined {
    const entry = entries.find((candidate) => candidate.name === name);
    if (!entry) return undefined;
    const { value } = entry;
    if (value.kind === 'boolean') return () => value.value;
    if (value.kind !== 'text') return refuse(this.#source, value.at, `${name} is an expression in quotes`);
    const expression = parseWhole(value.source);
    if (name === '.read') this.readDependencies.push(...placesReadBy(expression, place));
    const vocabulary = { wildcards, mayUseNewData: name !== '.read', depth: place.length };
    const remembered = { parts: this.#parts, ofRequest: this.#ofRequest, ofPlace };
    return compileExpression(expression, value.source, vocabulary, remembered);
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

function entriesOf(json: JsonNode, source: Source): readonly JsonEntry[] {
  return json.kind === 'object' ? json.entries : refuse(source, json.at, 'expected an object');
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
