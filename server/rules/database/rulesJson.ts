import {
  embeddedSource,
  fileSource,
  readStringLiteral,
  refuse,
  type Source,
  type StringLiteral,
} from '../syntax/source.ts';

/** JSON with the place of each text kept, so that a mistake inside a rule can be named exactly. */
export type JsonNode =
  | { readonly kind: 'object'; readonly entries: readonly JsonEntry[]; readonly at: number }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[]; readonly at: number }
  | { readonly kind: 'text'; readonly value: string; readonly source: Source; readonly at: number }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly at: number };

export type JsonEntry = { readonly name: string; readonly at: number; readonly value: JsonNode };

/** Reads the JSON that rules are made of: objects, arrays, texts and booleans. */
export function parseRulesJson(text: string): { readonly source: Source; readonly root: JsonNode } {
  const source = fileSource(text);
  const reader = new JsonReader(source);
  const root = reader.value();
  reader.end();
  return { source, root };
}

class JsonReader {
  readonly #source: Source;
  #at = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  value(): JsonNode {
    const at = this.#skipSpace();
    if (this.#accept('{')) return { kind: 'object', entries: this.#entries(), at };
    if (this.#accept('[')) return { kind: 'array', items: this.#items(), at };
    if (this.#accept('true')) return { kind: 'boolean', value: true, at };
    if (this.#accept('false')) return { kind: 'boolean', value: false, at };
    const { value, offsets } = this.#string('an object, a list, a text, true or false');
    return { kind: 'text', value, source: embeddedSource(value, this.#source, offsets), at };
  }

  end(): void {
    const at = this.#skipSpace();
    if (at < this.#source.text.length) refuse(this.#source, at, 'expected the end of the file');
  }

  #entries(): JsonEntry[] {
    const entries: JsonEntry[] = [];
    if (this.#accept('}')) return entries;
    do entries.push(this.#entry(entries));
    while (this.#accept(','));
    this.#expect('}');
    return entries;
  }

  #entry(others: readonly JsonEntry[]): JsonEntry {
    const at = this.#skipSpace();
    const name = this.#string('a name in quotes').value;
    if (others.some((other) => other.name === name)) refuse(this.#source, at, `"${name}" is there twice`);
    this.#expect(':');
    return { name, at, value: this.value() };
  }

  #items(): JsonNode[] {
    const items: JsonNode[] = [];
    if (this.#accept(']')) return items;
    do items.push(this.value());
    while (this.#accept(','));
    this.#expect(']');
    return items;
  }

  #string(wanted: string): StringLiteral {
    const at = this.#skipSpace();
    if (this.#source.text[at] !== '"') return refuse(this.#source, at, `expected ${wanted}`);
    const literal = readStringLiteral(this.#source, at);
    this.#at = literal.end;
    return literal;
  }

  #accept(text: string): boolean {
    const at = this.#skipSpace();
    if (!this.#source.text.startsWith(text, at)) return false;
    this.#at = at + text.length;
    return true;
  }

  #expect(text: string): void {
    if (!this.#accept(text)) refuse(this.#source, this.#at, `expected "${text}"`);
  }

  #skipSpace(): number {
    while (/\s/.test(this.#source.text[this.#at] ?? '')) this.#at += 1;
    return this.#at;
  }
}
