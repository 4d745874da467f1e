import type { Fields, TaggedValue } from '../../rules/guard.ts';
import { invalid } from '../status.ts';
import { checkFieldName } from './parseValue.ts';

/** Names from the document down, e.g. `['nest', 'b.c']`. */
export type FieldPath = readonly string[];

/** A plain name, or one in backticks with backslash escapes. */
const SEGMENT = /(?:`((?:[^`\\]|\\.)*)`|([^.`]+))(\.|$)/sy;

/** Parses ``nest.`b.c` ``. Throws INVALID_ARGUMENT. */
export function parseFieldPath(text: string): FieldPath {
  const path: string[] = [];
  SEGMENT.lastIndex = 0;
  for (let more = true; more; ) {
    const match = SEGMENT.exec(text);
    if (!match) throw invalid(`"${text.slice(0, 100)}" is not a field path.`);
    const name = match[1]?.replace(/\\(.)/gs, '$1') ?? match[2] ?? '';
    checkFieldName(name);
    path.push(name);
    more = match[3] === '.';
  }
  return path;
}

/** The value at `path`, or undefined. */
export function getField(fields: Fields, path: FieldPath): TaggedValue | undefined {
  let current: Fields | undefined = fields;
  let value: TaggedValue | undefined;
  for (const name of path) {
    value = current !== undefined && Object.hasOwn(current, name) ? current[name] : undefined;
    if (value === undefined) return undefined;
    current = (value['mapValue'] as { fields?: Fields } | undefined)?.fields;
  }
  return value;
}

/** A copy of `fields` with the value at `path` set (maps on the way are created) or, with undefined, removed. */
export function withField(fields: Fields, path: FieldPath, value: TaggedValue | undefined): Fields {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return withEntry(fields, name, value);
  const inner = getField(fields, [name]);
  const innerFields = (inner?.['mapValue'] as { fields?: Fields } | undefined)?.fields;
  if (value === undefined && innerFields === undefined) return fields;
  return withEntry(fields, name, { mapValue: { fields: withField(innerFields ?? {}, rest, value) } });
}

function withEntry(fields: Fields, name: string, value: TaggedValue | undefined): Fields {
  const others = Object.entries(fields).filter(([other]) => other !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}
