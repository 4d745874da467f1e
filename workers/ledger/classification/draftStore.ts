import { del, get, set } from 'idb-keyval';
import { draftNotesKey, draftTextKey } from '#contract/browserStorage.ts';
import type { Draft, DraftNotes, DraftText } from '#contract/ledger.ts';
import { overIndexedDb } from '../indexedDbStore.ts';

/** Keeps what is on the page over a reload, for one user in this browser. */
export type DraftStore = {
  /** What was kept last; null for nothing. Rejects when the browser gives no storage. */
  read(): Promise<Draft | null>;
  /** Resolves when it is stored. Each rejects when the browser refuses. */
  keepText(text: DraftText): Promise<void>;
  keepNotes(notes: DraftNotes): Promise<void>;
  drop(): Promise<void>;
};

/** Keeps nothing, where there is no IndexedDB. */
export const keepsNothing: DraftStore = {
  read: async () => null,
  keepText: async () => {},
  keepNotes: async () => {},
  drop: async () => {},
};

type Stamped<T> = T & { readonly stamp: number };

/** Keeps the work of the user `uid` in IndexedDB. */
export function openDraftStore(uid: string): DraftStore {
  return overIndexedDb(() => draftStoreAt(draftTextKey(uid), draftNotesKey(uid)), keepsNothing);
}

function draftStoreAt(textKey: string, notesKey: string): DraftStore {
  /** Notes name the text they belong to: another tab may have kept another one in between. */
  let stamp = 0;
  return {
    async read() {
      const [text, notes] = await Promise.all([
        get<Stamped<DraftText>>(textKey),
        get<Stamped<DraftNotes>>(notesKey),
      ]);
      if (text === undefined) return null;
      stamp = text.stamp;
      const { isCounted = false, edits = [] } = notes?.stamp === stamp ? notes : {};
      return { text: text.text, column: text.column, isCounted, edits };
    },
    keepText(text) {
      stamp = Date.now();
      return set(textKey, { ...text, stamp });
    },
    keepNotes: (notes) => set(notesKey, { ...notes, stamp }),
    async drop() {
      await Promise.all([del(textKey), del(notesKey)]);
    },
  };
}
