import { ROW_EDIT_KEY } from '#contract/browserStorage.ts';
import { isDraftOfMapping, type Mapping, type MappingFields, type MappingKey } from '#model/mapping.ts';

/** A row of the Database screen that is being edited. */
export type StoredRowEdit = {
  readonly key: MappingKey;
  /** The entry when editing began; null when it had been deleted and saving restores it. */
  readonly before: Mapping | null;
  /** As typed so far. */
  readonly draft: MappingFields;
};

/** Stores the edit of the user `owner` (uid) in place of the last one. Without storage it is lost with the page, no more. */
export function saveRowEdit(owner: string, { key, before, draft }: StoredRowEdit): void {
  ifStorageWorks(() => sessionStorage.setItem(ROW_EDIT_KEY, JSON.stringify({ owner, key, before, draft })));
}

/** The edit that `owner` left unsaved in this tab; null if there is none. */
export function readRowEdit(owner: string): StoredRowEdit | null {
  const raw = ifStorageWorks(() => sessionStorage.getItem(ROW_EDIT_KEY)) ?? null;
  const stored = raw === null ? null : parse(raw);
  return isRowEdit(stored) && stored.owner === owner ? stored : null;
}

/** Removes the stored edit, whoever's it is. */
export function dropRowEdit(): void {
  ifStorageWorks(() => sessionStorage.removeItem(ROW_EDIT_KEY));
}

function ifStorageWorks<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    console.warn('The row being edited is not stored in this browser:', error);
    return undefined;
  }
}

/** Null for what another version has stored. */
function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isRowEdit(value: unknown): value is StoredRowEdit & { readonly owner: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { owner, key, before, draft } = value as Partial<Record<string, unknown>>;
  const isIdentified = typeof owner === 'string' && typeof key === 'string';
  return isIdentified && isDraftOfMapping(draft) && (before === null || isDraftOfMapping(before));
}
