import { KEY_BYTES } from '../auth/passwords.ts';
import { StartError } from '../StartError.ts';

/**
 * How the passwords of a file of accounts are hashed, in the words of the Firebase console (Authentication → Users →
 * Password hash parameters): our own scrypt as RFC 7914 has it, or Firebase's, which encrypts a key of the project's with
 * what scrypt derives.
 */
export type HashConfig =
  | {
      readonly algorithm: 'STANDARD_SCRYPT';
      /** N, r, p and the length of the hash in bytes. */
      readonly memCost: number;
      readonly blockSize: number;
      readonly parallelization: number;
      readonly dkLen: number;
    }
  | {
      readonly algorithm: 'SCRYPT';
      /** Base64. */
      readonly signerKey: string;
      readonly saltSeparator: string;
      /** r, and log2 N. */
      readonly rounds: number;
      readonly memCost: number;
    };

/** Each value by its name in the text. */
type Entries = ReadonlyMap<string, string>;

/** In the form in which the console shows it, which {@link readHashConfig} reads. */
export function hashConfigText(config: Extract<HashConfig, { algorithm: 'STANDARD_SCRYPT' }>): string {
  const { algorithm, memCost, blockSize, parallelization, dkLen } = config;
  return [
    'hash_config {',
    `  algorithm: ${algorithm},`,
    `  mem_cost: ${memCost},`,
    `  block_size: ${blockSize},`,
    `  parallelization: ${parallelization},`,
    `  dk_len: ${dkLen},`,
    '}',
    '',
  ].join('\n');
}

/** The options of `firebase auth:import` for such a file. */
export function importOptions({
  memCost,
  blockSize,
  parallelization,
  dkLen,
}: Extract<HashConfig, { algorithm: 'STANDARD_SCRYPT' }>): string {
  return `--hash-algo=STANDARD_SCRYPT --mem-cost=${memCost} --block-size=${blockSize} --parallelization=${parallelization} --dk-len=${dkLen}`;
}

/** Reads what the console shows, or what {@link hashConfigText} wrote. @throws StartError naming what is missing */
export function readHashConfig(text: string, file: string): HashConfig {
  const entries: Entries = new Map(
    [...text.matchAll(/(\w+)\s*:\s*"?([^\s,"}]+)"?/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const config = configOf(entries);
  if (config !== null) return config;
  throw new StartError(
    'settings',
    `${file} has no password hash parameters that can be used. Paste what the Firebase console shows under Authentication → Users → ⋮ → Password hash parameters: hash_config { algorithm: SCRYPT, base64_signer_key: …, base64_salt_separator: …, rounds: 8, mem_cost: 14 }`,
  );
}

function configOf(entries: Entries): HashConfig | null {
  const number = (name: string) => Number(entries.get(name) ?? Number.NaN);
  const algorithm = entries.get('algorithm');
  const memCost = number('mem_cost');
  if (algorithm === 'STANDARD_SCRYPT') {
    const numbers = {
      memCost,
      blockSize: number('block_size'),
      parallelization: number('parallelization'),
      dkLen: number('dk_len'),
    };
    const isWhole = Object.values(numbers).every((each) => Number.isSafeInteger(each) && each > 0);
    const { blockSize, parallelization, dkLen } = numbers;
    const isBearable = memCost * blockSize <= 2 ** 20 && parallelization <= 16 && dkLen === KEY_BYTES;
    return isWhole && isBearable && Number.isInteger(Math.log2(memCost)) ? { algorithm, ...numbers } : null;
  }
  const signerKey = entries.get('base64_signer_key') ?? '';
  const rounds = number('rounds');
  // The limits of Firebase's own programs: more would only be a way to block the server.
  const isUsable = signerKey !== '' && rounds >= 1 && rounds <= 8 && memCost >= 1 && memCost <= 14;
  if (algorithm !== 'SCRYPT' || !isUsable || !Number.isInteger(rounds) || !Number.isInteger(memCost))
    return null;
  return { algorithm, signerKey, saltSeparator: entries.get('base64_salt_separator') ?? '', rounds, memCost };
}
