import { type HashScheme, KEY_BYTES } from '../auth/passwords.ts';
import { StartError } from '../StartError.ts';

/*
 * How the passwords of a file of accounts are hashed, in the words of the Firebase console (Authentication → Users →
 * Password hash parameters): our own scrypt as RFC 7914 has it, or Firebase's, which encrypts a key of the project's with
 * what scrypt derives.
 */

function parametersOf(hash: HashScheme): readonly (readonly [name: string, value: unknown])[] {
  const { cost, r, p } = hash.used;
  if (hash.scheme === 'scrypt')
    return [
      ['algorithm', 'STANDARD_SCRYPT'],
      ['mem_cost', 2 ** cost],
      ['block_size', r],
      ['parallelization', p],
      ['dk_len', KEY_BYTES],
    ];
  return [
    ['algorithm', 'SCRYPT'],
    ['base64_signer_key', hash.signerKey.toString('base64')],
    ['base64_salt_separator', hash.saltSeparator.toString('base64')],
    ['rounds', r],
    ['mem_cost', cost],
  ];
}

/** In the form in which the console shows it, which {@link readHashConfig} reads. */
export function hashConfigText(hash: HashScheme): string {
  const lines = parametersOf(hash).map(([name, value]) => `  ${name}: ${value === '' ? '""' : value},`);
  return ['hash_config {', ...lines, '}', ''].join('\n');
}

/** The options of `firebase auth:import` that have names of their own. */
const OPTIONS: Readonly<Record<string, string>> = {
  algorithm: 'hash-algo',
  base64_signer_key: 'hash-key',
  base64_salt_separator: 'salt-separator',
};

/** The options of `firebase auth:import` for such a file, which leaves out an empty separator. */
export function importOptions(hash: HashScheme): string {
  return parametersOf(hash)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `--${OPTIONS[name] ?? name.replaceAll('_', '-')}=${value}`)
    .join(' ');
}

/** Reads what the console shows, or what {@link hashConfigText} wrote. @throws StartError naming what is missing */
export function readHashConfig(text: string, file: string): HashScheme {
  // On one line: a separator may be empty, and the next line is not its value.
  const entries = [...text.matchAll(/(\w+)\s*:[^\S\n]*"?([^\s,"}]+)"?/g)];
  const scheme = schemeOf(new Map(entries.map(([, name = '', value = '']) => [name, value])));
  if (scheme !== null) return scheme;
  throw new StartError(
    'settings',
    `${file} has no password hash parameters that can be used. Paste what the Firebase console shows under Authentication → Users → ⋮ → Password hash parameters: hash_config { algorithm: SCRYPT, base64_signer_key: …, base64_salt_separator: …, rounds: 8, mem_cost: 14 }`,
  );
}

function schemeOf(entries: ReadonlyMap<string, string>): HashScheme | null {
  const number = (name: string) => Number(entries.get(name) ?? Number.NaN);
  const isFirebase = entries.get('algorithm') === 'SCRYPT';
  if (!isFirebase && entries.get('algorithm') !== 'STANDARD_SCRYPT') return null;
  const used = isFirebase
    ? { cost: number('mem_cost'), r: number('rounds'), p: 1 }
    : { cost: Math.log2(number('mem_cost')), r: number('block_size'), p: number('parallelization') };
  const { cost, r, p } = used;
  if (!Object.values(used).every((each) => Number.isSafeInteger(each) && each > 0)) return null;
  if (!isFirebase) {
    // More would only be a way to block the server. The cost is below 16 · r (RFC 7914, §2).
    const isBearable = 2 ** cost * r <= 2 ** 20 && p <= 16 && cost < 16 * r;
    return isBearable && number('dk_len') === KEY_BYTES ? { scheme: 'scrypt', used } : null;
  }
  const signerKey = bytesOf(entries.get('base64_signer_key') ?? '');
  const saltSeparator = bytesOf(entries.get('base64_salt_separator') ?? '');
  // The limits of Firebase's own programs.
  if (r > 8 || cost > 14 || signerKey === null || signerKey.length === 0 || saltSeparator === null)
    return null;
  return { scheme: 'firebase', used, saltSeparator, signerKey };
}

/** What a text in base64 stands for, in either alphabet and with or without its end marks; null where it is none. */
export function bytesOf(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  const plain = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  return bytes.toString('base64').replace(/=+$/, '') === plain ? bytes : null;
}
