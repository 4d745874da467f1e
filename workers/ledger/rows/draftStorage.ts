import { createStore, del, delMany, get, getMany, keys, promisifyRequest, set } from 'idb-keyval';
import {
  type DraftKeys,
  draftKeys,
  draftsClearedKey,
  draftsPrefix,
  unsentRunsPrefix,
} from '#contract/browserStorage.ts';
import type { Draft, DraftNotes, DraftText, Tab } from '#contract/ledger.ts';
import type { UsageRun } from '#model/usage.ts';
import type { DraftStorage } from './DraftStore.ts';

/** Of so many tabs the browser has a draft each; when there are more, those whose text is oldest are deleted. */
export const MAX_DRAFTS = 5;

/** A longer text (UTF-16 units) is not kept once it is cleared. */
export const MAX_CLEARED_TEXT = 5_000_000;

type Stamped<T> = T & { readonly stamp: number };

/**
 * Stores the drafts of the user `uid` in IndexedDB: one for each tab, so that a reload brings back the tab's own. A new tab
 * gets the draft whose text was stored last, as somebody who closed the window expects.
 */
export function openDraftStorage(uid: string, tab: Tab): DraftStorage {
  const own = draftKeys(uid, tab.id);
  /** No tab takes it over: it is older than its clearing. What changes of the list would do is counted over it. */
  const cleared = draftKeys(uid, 'cleared');
  const runsPrefix = unsentRunsPrefix(uid);
  /** The one that idb-keyval uses unless it is given another. */
  const store = createStore('keyval-store', 'keyval');
  /** Notes carry the stamp of their text: a tab that was duplicated may have stored another text in between. */
  let stamp = 0;
  let isFirstRead = true;

  async function writeText(text: DraftText): Promise<void> {
    stamp = Date.now();
    await set(own.text, { ...text, stamp });
  }

  async function writeNotes(notes: DraftNotes, runs: readonly UsageRun[]): Promise<void> {
    await store('readwrite', (stored) => {
      for (const run of runs) stored.put(run, runsPrefix + run.id);
      const last: IDBRequest<Stamped<DraftNotes> | undefined> = stored.get(own.notes);
      last.onsuccess = () => {
        // Later notes are those of the text that the other tab has stored since.
        if (!last.result || last.result.stamp <= stamp) stored.put({ ...notes, stamp }, own.notes);
      };
      return promisifyRequest(stored.transaction);
    });
  }

  /** The last draft of the user becomes this tab's own, too, so that the tab has it after a reload. */
  async function adoptLast(): Promise<Draft | null> {
    const last = await lastDraft(uid);
    // A text that this tab has stored meanwhile stays.
    if (last === null || stamp !== 0) return last;
    const { text, column, layout, headerIsRow, names, ...notes } = last;
    try {
      await writeText({ text, column, layout, headerIsRow, names });
      await writeNotes(notes, []);
    } catch (error) {
      console.warn('The text is not stored for a reload of this tab:', error);
    }
    return last;
  }

  return {
    async read() {
      const [isNew, before] = [isFirstRead && tab.isNew, stamp];
      isFirstRead = false;
      const draft = await readDraft(own);
      if (draft === null) return isNew ? adoptLast() : null;
      // A text that was written meanwhile has its own.
      if (stamp === before) stamp = draft.stamp;
      return draft.draft;
    },
    async writeText(text) {
      await writeText(text);
      await deleteOldest(uid, own);
    },
    writeNotes,
    async delete() {
      const text = await get<Stamped<DraftText>>(own.text);
      if (text) {
        await set(cleared.text, text.text.length > MAX_CLEARED_TEXT ? null : text);
        await set(cleared.notes, { stamp: text.stamp });
      }
      await set(draftsClearedKey(uid), Date.now());
      await delMany([own.text, own.notes]);
    },
    async readRuns() {
      const stored = (await keys<IDBValidKey>()).filter((key) => String(key).startsWith(runsPrefix));
      const runs = await getMany<UsageRun>(stored);
      // Another tab may have deleted some just now.
      return runs.filter((run) => run !== undefined);
    },
    deleteRun: ({ id }) => del(runsPrefix + id),
  };
}

async function readDraft({ text: textKey, notes: notesKey }: DraftKeys) {
  const [text, notes] = await Promise.all([
    get<Stamped<DraftText>>(textKey),
    get<Stamped<DraftNotes>>(notesKey),
  ]);
  if (text === undefined) return null;
  const { stamp } = text;
  // Former versions stored less.
  const saved: Partial<DraftNotes> = notes?.stamp === stamp ? notes : {};
  const { isCounted = false, edits = [], kept = [] } = saved;
  const otherColumns = (saved.otherColumns ?? []).map((notes) => ({
    ...notes,
    column: columnsStored(notes.column) ?? [],
  }));
  const { layout = null, headerIsRow = false, names = null } = text as Partial<DraftText>;
  const draft: Draft = {
    text: text.text,
    column: columnsStored(text.column),
    layout,
    headerIsRow,
    names,
    isCounted,
    edits,
    kept,
    otherColumns,
  };
  return { draft, stamp };
}

/** Former versions stored one column, or null for whole lines. */
function columnsStored(stored: number | null | DraftText['column']): DraftText['column'] {
  return stored === null ? [] : typeof stored === 'number' ? [stored] : stored;
}

/** The draft whose text was stored last by any tab, unless the text of a tab has been cleared since. */
async function lastDraft(uid: string): Promise<Draft | null> {
  const [newest] = await draftsByAge(uid);
  const cleared = (await get<number>(draftsClearedKey(uid))) ?? 0;
  if (newest === undefined || newest.stamp <= cleared) return null;
  return (await readDraft(newest.keys))?.draft ?? null;
}

/** Deletes the oldest of too many; `own` has just been written and stays. */
async function deleteOldest(uid: string, own: DraftKeys): Promise<void> {
  const others = (await draftsByAge(uid)).filter((draft) => draft.keys.notes !== own.notes);
  const oldest = others.slice(MAX_DRAFTS - 1).flatMap(({ keys: { text, notes } }) => [text, notes]);
  if (oldest.length > 0) await delMany(oldest);
}

/** The drafts of all tabs, that with the latest text first. The stamps are read from the notes: texts may be long. */
export async function draftsByAge(
  uid: string,
): Promise<{ readonly keys: DraftKeys; readonly stamp: number }[]> {
  const stored = (await keys<IDBValidKey>()).map(String);
  const drafts = stored
    .filter((key) => key.startsWith(draftsPrefix(uid)) && key.endsWith('/notes'))
    .map((notes) => ({ text: notes.replace(/notes$/, 'text'), notes }));
  if (drafts.length === 0) return [];
  const notes = await getMany<Stamped<DraftNotes> | undefined>(drafts.map((draft) => draft.notes));
  return drafts
    .map((draft, n) => ({ keys: draft, stamp: notes[n]?.stamp ?? 0 }))
    .sort((a, b) => b.stamp - a.stamp);
}
