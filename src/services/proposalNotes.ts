import type { Proposal } from '#model/proposal.ts';
import { parseStored, tryStorage } from './webStorage.ts';

/** Time of the newest decision that was notified, and of the newest that was viewed. Milliseconds since 1970. */
type NotificationState = { readonly notifiedAt: number; readonly seenAt: number };

/** Without a stored state, decisions of this time are notified. Milliseconds. */
const NEWS_MS = 30 * 86_400_000;
const LOSS = 'What is known of the proposals is not stored in this browser:';

/** What this browser has noted of a person; without storage, everything recent is news. */
export function readNotificationState(uid: string): NotificationState {
  const stored = parseStored(tryStorage(LOSS, () => localStorage.getItem(keyOf(uid))));
  const { told, looked } = (stored ?? {}) as Partial<Record<string, unknown>>;
  return typeof told === 'number' && typeof looked === 'number'
    ? { notifiedAt: told, seenAt: looked }
    : { notifiedAt: Date.now() - NEWS_MS, seenAt: Date.now() - NEWS_MS };
}

/** Notes that a person knows these decisions: by a message, or by having looked at them, which counts as both. */
export function recordDecisions(
  uid: string,
  proposals: readonly Pick<Proposal, 'decided'>[],
  how: keyof NotificationState,
): void {
  const last = Math.max(0, ...proposals.map(({ decided }) => decided?.at ?? 0));
  const { notifiedAt, seenAt } = readNotificationState(uid);
  // The stored names are those of the versions before.
  const stored = {
    told: Math.max(notifiedAt, last),
    looked: how === 'seenAt' ? Math.max(seenAt, last) : seenAt,
  };
  tryStorage(LOSS, () => localStorage.setItem(keyOf(uid), JSON.stringify(stored)));
}

function keyOf(uid: string): string {
  return `proposals-noted:${uid}`;
}
