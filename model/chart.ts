import { encodedKey } from './encodedKey.ts';
import { type KeyProblem, keyProblem } from './keyProblem.ts';
import { MAX_ACCOUNT_NAME_LENGTH, MAX_CODE_LENGTH, MAX_NOTE_LENGTH } from './limits.ts';
import { fieldsOf } from './log/entry.ts';
import { isNoMatch, type MappingKey } from './mapping.ts';

/** An account of the chart of accounts. */
export type ChartAccount = {
  /** As mappings have it: compared letter by letter. */
  readonly code: string;
  /** Blank while nobody has named the account. */
  readonly name: string;
  /** Blank for none. */
  readonly note: string;
  /** No longer to be used. */
  readonly isRetired: boolean;
};

/** An account as it is stored: node `gl_accounts/{ckey}`. */
export type StoredChartAccount = {
  readonly code: string;
  readonly name: string;
  readonly note?: string;
  readonly retired?: true;
};

/** Key of an account under `gl_accounts`, see {@link encodedKey}. */
export type ChartKey = string & { readonly __brand: 'ChartKey' };

/** `6100.1` and `6100_1` have different keys. */
export function chartKey(code: string): ChartKey {
  return encodedKey(code) as ChartKey;
}

/** Reads `gl_accounts/{key}`; null when it is no account, or one under the key of another code. */
export function readChartAccount(key: string, stored: unknown): ChartAccount | null {
  const { code, name, note, retired } = fieldsOf(stored);
  if (typeof code !== 'string' || chartKey(code) !== key) return null;
  return {
    code,
    name: typeof name === 'string' ? name : '',
    note: typeof note === 'string' ? note : '',
    isRetired: retired === true,
  };
}

export function storedChartAccount({ code, name, note, isRetired }: ChartAccount): StoredChartAccount {
  return { code, name, ...(note !== '' && { note }), ...(isRetired && { retired: true }) };
}

/** Whether two accounts say the same; null for none. */
export function isSameAccount(a: ChartAccount | null, b: ChartAccount | null): boolean {
  return a?.code === b?.code && a?.name === b?.name && a?.note === b?.note && a?.isRetired === b?.isRetired;
}

/** The account with trimmed texts; line breaks and tabs in them become spaces. */
export function trimmedAccount({ code, name, note, isRetired }: ChartAccount): ChartAccount {
  return { code: oneLine(code), name: oneLine(name), note: oneLine(note), isRetired };
}

/** Why an account cannot be in the chart. */
export type ChartProblem =
  | 'no-code'
  | 'no-match'
  | 'code-too-long'
  | 'name-too-long'
  | 'note-too-long'
  | Exclude<KeyProblem, 'empty-key' | 'key-too-long'>;

/** Why an account with trimmed texts cannot be stored, or null if it can. */
export function chartProblem({ code, name, note }: ChartAccount): ChartProblem | null {
  if (code === '') return 'no-code';
  if (isNoMatch(code)) return 'no-match';
  if (code.length > MAX_CODE_LENGTH) return 'code-too-long';
  if (name.length > MAX_ACCOUNT_NAME_LENGTH) return 'name-too-long';
  if (note.length > MAX_NOTE_LENGTH) return 'note-too-long';
  // A code of the allowed length makes no key that is too long.
  return keyProblem(chartKey(code) as string as MappingKey) as ChartProblem | null;
}

/** An account, its name behind it where there is one: `6100 Travel`. */
export function accountWithName(code: string, name: string | undefined): string {
  return name === undefined || name === '' ? code : `${code} ${name}`;
}

const BREAKS = /[\t\r\n]+/g;

function oneLine(text: string): string {
  return text.replace(BREAKS, ' ').trim();
}
