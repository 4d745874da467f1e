import { del, get, set } from 'idb-keyval';
import { keptNotesKey, keptTextKey } from '../../src/model/keptWork.ts';
import { overIndexedDb } from './browserKeep.ts';
import type { Edit } from './carriedEdits.ts';

/** The text on the page. `column`: see {@link ColumnChoice}; undefined when the user has not chosen one. */
export type KeptText = { readonly text: string; readonly column: number | null | undefined };

/** What belongs to the text and changes more often. `isCounted`: the usage counters have it already. */
export type KeptNotes = { readonly isCounted: boolean; readonly edits: readonly Edit[] };

export type KeptWork = KeptText & KeptNotes;

/** Keeps what is on the page over a reload, for one user in this browser. */
export type WorkKeep = {
  /** What was kept last; null for nothing. Rejects when the browser gives no storage. */
  read(): Promise<KeptWork | null>;
  /** Resolves when it is stored. Each rejects when the browser refuses. */
  keepText(text: KeptText): Promise<void>;
  keepNotes(notes: KeptNotes): Promise<void>;
  drop(): Promise<void>;
};

/** Keeps nothing, where there is no IndexedDB. */
export const keepsNothing: WorkKeep = {
  read: async () => null,
  keepText: async () => {},
  keepNotes: async () => {},
  drop: async () => {},
};

type Stamped<T> = T & { readonly stamp: number };

/** Keeps the work of the user `uid` in IndexedDB. */
export function openWorkKeep(uid: string): WorkKeep {
  return overIndexedDb(() => workKeepAt(keptTextKey(uid), keptNotesKey(uid)), keepsNothing);
}

function workKeepAt(textKey: string, notesKey: string): WorkKeep {
  /** Notes name the text they belong to: another tab may have kept another one in between. */
  let stamp = 0;
  return {
    async read() {
      const [text, notes] = await Promise.all([
        get<Stamped<KeptText>>(textKey),
        get<Stamped<KeptNotes>>(notesKey),
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
