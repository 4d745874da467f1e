import { withoutInvisible } from './hiddenCharacters.ts';

/** Key of a mapping in the Realtime Database: the description with `. # $ / [ ]` replaced by `_`. */
export type MappingKey = string & { readonly __brand: 'MappingKey' };

/** One entry of the shared list: a keyword and the GL account it stands for. */
export type Mapping = {
  readonly key: MappingKey;
  /** The keyword as typed. */
  readonly description: string;
  readonly glAccount: string;
};

/** A mapping without its key: as it is typed and stored. */
export type MappingFields = Omit<Mapping, 'key'>;

export type FieldName = keyof MappingFields;

/** Shown for a stored entry with no usable fields; such an entry never matches. */
const UNKNOWN_ACCOUNT = 'Unknown';

/** What a field is taken to be where none is stored that can be used; null for one that a mapping need not have. */
type Instead<V> = undefined extends V ? null : (key: string) => string;

/** Every field of a mapping but its key. All that reads, compares or writes mappings goes by this table. */
const FIELDS: { readonly [F in FieldName]-?: Instead<MappingFields[F]> } = {
  description: (key) => key,
  glAccount: () => UNKNOWN_ACCOUNT,
};
export const MAPPING_FIELDS = Object.keys(FIELDS) as readonly FieldName[];
/** Those that every mapping has. */
export const REQUIRED_FIELDS = MAPPING_FIELDS.filter((name) => FIELDS[name] !== null);
const OPTIONAL_FIELDS = MAPPING_FIELDS.filter((name) => FIELDS[name] === null);

/** Shown for a row that no keyword matches. */
export const NO_MATCH = 'No Match';
/** A contained keyword needs at least this many characters that are not white space. */
export const MIN_KEYWORD_LENGTH = 5;
/**
 * Longer keys, in UTF-8 bytes, cannot be stored: the SDK refuses to write below a place whose keys have more than 768 bytes
 * together, and the history has the key at `gl_mappings_changes/{id}/changes/{key}/before/description`, with ids of 24.
 */
export const MAX_KEY_BYTES = 695;

const FORBIDDEN_IN_KEYS = /[.#$/[\]]/g;

/** The database key of a description: trimmed, each of `. # $ / [ ]` replaced by `_`, case kept. */
export function mappingKey(description: string): MappingKey {
  return description.trim().replace(FORBIDDEN_IN_KEYS, '_') as MappingKey;
}

/**
 * A mapping of the texts that its fields have, none where an optional one has none. A literal: objects that are filled
 * field by field are made and read eight times more slowly.
 */
export function collectMapping(key: MappingKey, textAt: (name: FieldName) => string | undefined): Mapping {
  const texts: { [F in FieldName]-?: string | undefined } & Pick<Mapping, 'key'> = {
    key,
    description: textAt('description'),
    glAccount: textAt('glAccount'),
  };
  for (const name of OPTIONAL_FIELDS) if (texts[name] === undefined) delete texts[name];
  return texts as Mapping;
}

/** What a mapping can be made of: a field that is not given becomes what it is taken to be without a text. */
export type NewFields = Pick<MappingFields, 'description' | 'glAccount'> & Partial<MappingFields>;

/** A mapping of these fields; without a key it gets the one of its description. */
export function makeMapping(fields: NewFields, key: MappingKey = mappingKey(fields.description)): Mapping {
  return collectMapping(key, (name) => fields[name] ?? FIELDS[name]?.(key));
}

/** The mapping with another account; whatever else it has stays. */
export function withAccount(mapping: Mapping, glAccount: string): Mapping {
  return { ...mapping, glAccount };
}

/** The fields of a mapping, as they are typed and stored. */
export function fieldsOf(mapping: MappingFields): MappingFields {
  const { key: _, ...fields } = makeMapping(mapping, '' as MappingKey);
  return fields;
}

/** The texts of all fields of a mapping, in the order of {@link MAPPING_FIELDS}. */
export function textsOf(mapping: MappingFields): readonly string[] {
  return MAPPING_FIELDS.map((name) => mapping[name] ?? '');
}

/** What was typed, without the white space around it. */
export function trimmedFields(typed: NewFields): MappingFields {
  const mapping = makeMapping(typed);
  return fieldsOf(collectMapping(mapping.key, (name) => mapping[name]?.trim()));
}

/** The mapping of what was typed, without the white space around it. */
export function typedMapping(typed: NewFields): Mapping {
  return makeMapping(trimmedFields(typed));
}

/** Whether both read the same to a person, whatever their keys; none is the same as none. */
export function isSameMapping(
  a: MappingFields | null | undefined,
  b: MappingFields | null | undefined,
): boolean {
  return MAPPING_FIELDS.every((name) => a?.[name] === b?.[name]);
}

/**
 * Reads one entry of `gl_mappings` as it is stored.
 * A plain string (or number) is an older entry: the key is the description, the value the account.
 * An entry without usable fields has the account {@link UNKNOWN_ACCOUNT}.
 */
export function readMapping(key: string, stored: unknown): Mapping {
  const fields: Record<string, unknown> = isRecord(stored) ? stored : { glAccount: stored };
  return collectMapping(key as MappingKey, (name) => readText(fields[name]) ?? FIELDS[name]?.(key));
}

/** Whether something that a browser has stored can be the fields of a mapping, as far as they have been typed. */
export function isDraftOfMapping(stored: unknown): stored is MappingFields {
  return isRecord(stored) && REQUIRED_FIELDS.every((name) => typeof stored[name] === 'string');
}

/** Whether a stored value is the {@link fieldsOf fields} of the mapping that is read of it, and nothing else. */
export function isMappingFields(stored: unknown): stored is MappingFields {
  if (!isRecord(stored) || !REQUIRED_FIELDS.every((name) => Object.hasOwn(stored, name))) return false;
  return Object.entries(stored).every(([name, text]) => Object.hasOwn(FIELDS, name) && isUsedText(text));
}

/**
 * Whether an account is what the app shows where no keyword matches, in any case and spacing. It is never an account: a
 * result that was copied and uploaded would turn lines without a match into matched ones.
 */
export function isNoMatch(glAccount: string): boolean {
  return withoutInvisible(glAccount).trim().replace(/\s+/g, ' ').toLowerCase() === NO_MATCH.toLowerCase();
}

/** Whether the entry can classify anything: false for {@link UNKNOWN_ACCOUNT} and for {@link NO_MATCH} as account. */
export function isUsable({ glAccount }: Mapping): boolean {
  return glAccount !== UNKNOWN_ACCOUNT && !isNoMatch(glAccount);
}

/** Number of UTF-16 units that can be seen: neither white space nor invisible. */
export function nonSpaceLength(text: string): number {
  return withoutInvisible(text).replace(/\s/g, '').length;
}

function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return isUsedText(value) ? value : undefined;
}

function isUsedText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
