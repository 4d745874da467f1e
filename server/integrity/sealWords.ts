import { SEAL_DIGITS, type Seal, shortSeal } from '#model/log/seal.ts';
import { StartError } from '../StartError.ts';
import type { NamedSeals } from './seals.ts';

/** The newest seals, the last of each log, as words: `list 1204:9f86d081884c, access 12:60303ae22b99`; blank for none. */
export function newestWords(seals: NamedSeals): string {
  return seals
    .flatMap(({ name, seals: all }) => all.slice(-1).map((seal) => `${name} ${shortSeal(seal)}`))
    .join(', ');
}

/** The same as lines that a program prints; none where nothing is sealed. */
export function newestLines(seals: NamedSeals): string[] {
  const words = newestWords(seals);
  return words === '' ? [] : [`Newest seals: ${words}.`];
}

/** Which entries are older than their seals, as lines. */
export function retroactiveLines(seals: NamedSeals): string[] {
  return seals.flatMap(({ name, seals: all }) => {
    const retroactive = all.filter(({ late }) => late !== null);
    const [first, last] = [retroactive[0], retroactive.at(-1)];
    if (first === undefined || last === undefined) return [];
    const day = new Date(last.late ?? 0).toISOString().slice(0, 10);
    return [
      `Seals (${name}): entries ${first.seq} to ${last.seq} were stored without one; the seals prove nothing about them from before ${day}.`,
    ];
  });
}

/** A seal that somebody has kept. */
export type KeptSeal = { readonly seq: number; readonly digits: string };

/** Reads `NUMBER:HASH`, with at least as many digits as are shown. @throws StartError */
export function readKeptSeal(text: string): KeptSeal {
  const [, seq, digits] = /^(\d+):([0-9a-f]+)$/.exec(text.toLowerCase()) ?? [];
  if (seq === undefined || digits === undefined || digits.length < SEAL_DIGITS || digits.length > 64)
    throw new StartError(
      'settings',
      `${text} is no seal: give it as NUMBER:HASH, such as 1204:9f86d081884c.`,
    );
  return { seq: Number(seq), digits };
}

/** A restore of a backup, as the audit log has it. */
export type RestoreNote = {
  readonly time: string;
  readonly what: string;
  /** The newest seals before it, in words; not there where they were not known. */
  readonly sealsBefore?: string;
};

/**
 * Says whose a kept seal is.
 * @param restores oldest first
 * @throws StartError when it is none of these
 */
export function keptSealLine(
  { seq, digits }: KeptSeal,
  seals: NamedSeals,
  restores: readonly RestoreNote[],
): string {
  const kept = `${seq}:${digits}`;
  const same = (seal: Seal) => seal.seq === seq && seal.hash.startsWith(digits);
  const found = seals.find(({ seals: all }) => all.some(same));
  if (found !== undefined)
    return `The seal ${kept} is that of entry ${seq} (${found.name}): up to it, this history is the one of which it was kept.`;
  const restore = restores.findLast(({ sealsBefore = '' }) => reaches(sealsBefore, { seq, digits }));
  const why =
    restore === undefined
      ? 'The history was changed since, or these are other data.'
      : `It may have been replaced by the restore of ${restore.what} (${restore.time}); before that the newest seals were: ${restore.sealsBefore}.`;
  throw new StartError('data-damaged', `No entry has the seal ${kept}. ${why}`);
}

/** Whether a log had come to that entry: with that seal where it was the newest, as far as it is known otherwise. */
function reaches(newest: string, { seq, digits }: KeptSeal): boolean {
  return [...newest.matchAll(/(\d+):([0-9a-f]+)/g)].some(
    ([, number, hash = '']) => Number(number) > seq || (Number(number) === seq && digits.startsWith(hash)),
  );
}
