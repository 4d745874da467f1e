import { fieldsOf } from './entry.ts';

/**
 * The seal of an entry: a hash over the seal before it and the entry as it is stored. Only the embedded backend makes seals
 * (docs/operations.md says what they prove); it keeps one of each entry, and shows the newest of a log as `…_seal`.
 */
export type Seal = {
  /** Number of the entry. */
  readonly seq: number;
  /** 64 hexadecimal digits. */
  readonly hash: string;
};

/** So many digits of a seal are shown, and asked for when one is compared. */
export const SEAL_DIGITS = 12;

/** Reads `…_seal`; null where there is none, as on Firebase. */
export function readSeal(stored: unknown): Seal | null {
  const { seq, hash } = fieldsOf(stored);
  return typeof seq === 'number' && typeof hash === 'string' ? { seq, hash } : null;
}

/** `1204:9f86d081884c`: as a seal is shown, written down, and compared. */
export function shortSeal({ seq, hash }: Seal): string {
  return `${seq}:${hash.slice(0, SEAL_DIGITS)}`;
}
