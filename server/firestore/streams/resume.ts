import { type Micros, parseMicros } from '../values/timestamp.ts';

/** A client keeps this and shows it when it comes back: the version up to which it has everything. */
export function resumeToken(version: Micros): string {
  return Buffer.from(String(version)).toString('base64');
}

/**
 * Up to which version the client has everything, by its `resumeToken` or `readTime`; null when it starts
 * afresh. A token that is not ours counts as time zero, which makes the client start over.
 */
export function parseResumePoint(target: Record<string, unknown>): Micros | null {
  const { resumeToken, readTime } = target;
  if (typeof resumeToken === 'string' && resumeToken !== '') {
    const version = Number(Buffer.from(resumeToken, 'base64').toString('utf8'));
    return Number.isSafeInteger(version) && version > 0 ? version : -1;
  }
  return typeof readTime === 'string' ? parseMicros(readTime) : null;
}
