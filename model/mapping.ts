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

const IS_FIELD = { description: true, glAccount: true } satisfies Record<keyof MappingFields, true>;
/** The names of all fields of a mapping but its key; without the name of a new field, `IS_FIELD` does not compile. */
export const MAPPING_FIELDS = Object.keys(IS_FIELD) as readonly (keyof MappingFields)[];

/** Shown for a stored entry with no usable fields; such an entry never matches. */
const UNKNOWN_ACCOUNT = 'Unknown';
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

/** A mapping of these fields; without a key it gets the one of its description. */
export function makeMapping(
  { description, glAccount }: MappingFields,
  key: MappingKey = mappingKey(description),
): Mapping {
  return { key, description, glAccount };
}

/** The mapping with another account; whatever else it has stays. */
export function withAccount(mapping: Mapping, glAccount: string): Mapping {
  return { ...mapping, glAccount };
}

/** The fields of a mapping, as they are typed and stored. */
export function fieldsOf({ description, glAccount }: MappingFields): MappingFields {
  return { description, glAccount };
}

/** The texts of all fields of a mapping, in the order of {@link MAPPING_FIELDS}. */
export function textsOf({ description, glAccount }: MappingFields): readonly string[] {
  return [description, glAccount];
}

/** What was typed, without the white space around it. */
export function trimmedFields({ description, glAccount }: MappingFields): MappingFields {
  return { description: description.trim(), glAccount: glAccount.trim() };
}

/** Whether both read the same to a person, whatever their keys; none is the same as none. */
export function isSameMapping(
  a: MappingFields | null | undefined,
  b: MappingFields | null | undefined,
): boolean {
  return a?.description === b?.description && a?.glAccount === b?.glAccount;
}

/**
 * Reads one entry of `gl_mappings` as it is stored.
 * A plain string (or number) is an older entry: the key is the description, the value the account.
 * An entry without usable fields has the account {@link UNKNOWN_ACCOUNT}.
 */
export function readMapping(key: string, stored: unknown): Mapping {
  const fields = isRecord(stored) ? stored : { glAccount: stored };
  return {
    key: key as MappingKey,
    description: readText(fields['description']) ?? key,
    glAccount: readText(fields['glAccount']) ?? UNKNOWN_ACCOUNT,
  };
}

/** Whether something that a browser has stored can be the fields of a mapping, as far as they have been typed. */
export function isDraftOfMapping(stored: unknown): stored is MappingFields {
  return isRecord(stored) && MAPPING_FIELDS.every((name) => typeof stored[name] === 'string');
}

/** Whether a stored value is the {@link fieldsOf fields} of the mapping that is read of it, and nothing else. */
export function isMappingFields(stored: unknown): stored is MappingFields {
  if (!isRecord(stored) || Object.keys(stored).length !== MAPPING_FIELDS.length) return false;
  return isUsedText(stored['description']) && isUsedText(stored['glAccount']);
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
