import { type AccessEntry, accessEntryOf } from '#model/access.ts';
import type { Email } from '#model/email.ts';
import type { UserRecord } from '#model/user.ts';

export type MirrorSteps = {
  /** The record as the server has it now; null: there is none. */
  readRecord(email: Email): Promise<UserRecord | null>;
  /** The mirror of the records that the Realtime Database's rules can see. */
  writeMirror(entry: AccessEntry): Promise<void>;
  removeMirror(email: Email): Promise<void>;
};

/** So often in a row the record may change under our hands. */
const MAX_TRIES = 5;

/**
 * Makes the mirror say what the record says. Another admin may change the same record meanwhile, so the record is
 * read once more after the mirror is written, until both agree. Whatever changes a record settles the mirror
 * afterwards; hence whoever writes the mirror last has read the last record.
 */
export async function syncAccessEntry(steps: MirrorSteps, email: Email): Promise<void> {
  let record = await steps.readRecord(email);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    await (record?.allow ? steps.writeMirror(accessEntryOf(record)) : steps.removeMirror(email));
    const latest = await steps.readRecord(email);
    if (mirrorOf(latest) === mirrorOf(record)) return;
    record = latest;
  }
  throw new Error('others change this user at the same time');
}

function mirrorOf(record: UserRecord | null): string {
  return record?.allow ? JSON.stringify(accessEntryOf(record)) : 'none';
}
