import { fail } from '../EvaluationFailure.ts';

const RFC3339 = /^(\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/** A point in time, exact to the nanosecond. */
export class Timestamp {
  /** Nanoseconds since 1970. */
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** Reads a time as the protocol writes it (RFC 3339, up to nine decimals). */
export function parseTimestamp(text: string): Timestamp {
  const found = RFC3339.exec(text);
  const millis = found ? Date.parse(`${found[1]}${found[3]}`) : Number.NaN;
  if (Number.isNaN(millis)) return fail(`"${text}" is not a time`);
  return new Timestamp(BigInt(millis) * 1_000_000n + BigInt((found?.[2] ?? '').padEnd(9, '0')));
}
