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

/** What belongs to a way of hashing, by its names in the console. */
function parametersOf(config: HashConfig): readonly (readonly [name: string, value: unknown])[] {
  if (config.algorithm === 'STANDARD_SCRYPT')
    return [
      ['mem_cost', config.memCost],
      ['block_size', config.blockSize],
      ['parallelization', config.parallelization],
      ['dk_len', config.dkLen],
    ];
  return [
    ['base64_signer_key', config.signerKey],
    ['base64_salt_separator', config.saltSeparator],
    ['rounds', config.rounds],
    ['mem_cost', config.memCost],
  ];
}

/** In the form in which the console shows it, which {@link readHashConfig} reads. */
export function hashConfigText(config: HashConfig): string {
  const lines = parametersOf(config).map(([name, value]) => `  ${name}: ${value === '' ? '""' : value},`);
  return ['hash_config {', `  algorithm: ${config.algorithm},`, ...lines, '}', ''].join('\n');
}

/** The options of `firebase auth:import` for such a file, which leaves out an empty separator. */
export function importOptions(config: HashConfig): string {
  const named = parametersOf(config).filter(([, value]) => value !== '');
  const option = (name: string) =>
    name.replace('base64_signer', 'hash').replace('base64_', '').replaceAll('_', '-');
  return [
    `--hash-algo=${config.algorithm}`,
    ...named.map(([name, value]) => `--${option(name)}=${value}`),
  ].join(' ');
}

/** Reads what the console shows, or what {@link hashConfigText} wrote. @throws StartError naming what is missing */
export function readHashConfig(text: string, file: string): HashConfig {
  const entries: Entries = new Map(
    // On one line: a separator may be empty, and the next line is not its value.
    [...text.matchAll(/(\w+)\s*:[^\S\n]*"?([^\s,"}]+)"?/g)].map(([, name = '', value = '']) => [name, value]),
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
    // RFC 7914, §2: a power of 2 above 1, and below 2^(128 · r / 8).
    const cost = Math.log2(memCost);
    const isCost = Number.isInteger(cost) && cost > 0 && cost < 16 * blockSize;
    return isWhole && isBearable && isCost ? { algorithm, ...numbers } : null;
  }
  const [signerKey = '', saltSeparator = ''] = ['base64_signer_key', 'base64_salt_separator'].map((name) =>
    entries.get(name),
  );
  const isBase64 = bytesOf(signerKey) !== null && bytesOf(saltSeparator) !== null;
  const rounds = number('rounds');
  // The limits of Firebase's own programs: more would only be a way to block the server.
  const isUsable =
    isBase64 && signerKey !== '' && rounds >= 1 && rounds <= 8 && memCost >= 1 && memCost <= 14;
  if (algorithm !== 'SCRYPT' || !isUsable || !Number.isInteger(rounds) || !Number.isInteger(memCost))
    return null;
  return { algorithm, signerKey, saltSeparator, rounds, memCost };
}

/** What a text in base64 stands for, in either alphabet and with or without its end marks; null where it is none. */
export function bytesOf(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  const plain = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  return bytes.toString('base64').replace(/=+$/, '') === plain ? bytes : null;
}
