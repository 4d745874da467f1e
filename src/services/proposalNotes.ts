import type { MappingProposal } from '#model/mappingProposal.ts';

/** Up to which decision a person has been told by a message, and has looked at their proposals; milliseconds since 1970. */
type NotificationState = { readonly told: number; readonly looked: number };

/** A browser that knows nothing of the person tells what was decided within this time. Milliseconds. */
const NEWS_MS = 30 * 86_400_000;

/** What this browser has noted of a person; without storage, everything recent is news. */
export function readNotificationState(uid: string): NotificationState {
  const stored = parse(ifStorageWorks(() => localStorage.getItem(keyOf(uid))) ?? null);
  return stored ?? { told: Date.now() - NEWS_MS, looked: Date.now() - NEWS_MS };
}

/** Notes that a person knows these decisions: by a message, or by having looked at them, which counts as both. */
export function recordDecisions(
  uid: string,
  proposals: readonly Pick<MappingProposal, 'decided'>[],
  how: keyof NotificationState,
): void {
  const last = Math.max(0, ...proposals.map(({ decided }) => decided?.at ?? 0));
  const { told, looked } = readNotificationState(uid);
  const noted = { told: Math.max(told, last), looked: how === 'looked' ? Math.max(looked, last) : looked };
  ifStorageWorks(() => localStorage.setItem(keyOf(uid), JSON.stringify(noted)));
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
    return typeof told === 'number' && typeof looked === 'number' ? { told, looked } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
