import type { Proposal } from '#model/proposal.ts';

/** Time of the newest decision that was notified, and of the newest that was viewed. Milliseconds since 1970. */
type NotificationState = { readonly notifiedAt: number; readonly seenAt: number };

/** Without a stored state, decisions of this time are notified. Milliseconds. */
const NEWS_MS = 30 * 86_400_000;

/** What this browser has noted of a person; without storage, everything recent is news. */
export function readNotificationState(uid: string): NotificationState {
  const stored = parse(ifStorageWorks(() => localStorage.getItem(keyOf(uid))) ?? null);
  return stored ?? { notifiedAt: Date.now() - NEWS_MS, seenAt: Date.now() - NEWS_MS };
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
  ifStorageWorks(() => localStorage.setItem(keyOf(uid), JSON.stringify(stored)));
}

function keyOf(uid: string): string {
  return `proposals-noted:${uid}`;
}

function ifStorageWorks<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    console.warn('What is known of the proposals is not stored in this browser:', error);
    return undefined;
  }
}

/** Null for nothing, and for what another version has stored. */
function parse(stored: string | null): NotificationState | null {
  try {
    const { told, looked } = JSON.parse(stored ?? '{}') as Partial<Record<string, unknown>>;
    return typeof told === 'number' && typeof looked === 'number'
      ? { notifiedAt: told, seenAt: looked }
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
