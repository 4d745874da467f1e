import { ROW_EDIT_KEY } from '#contract/browserStorage.ts';
import { isDraftOfMapping, type Mapping, type MappingFields, type MappingKey } from '#model/mapping.ts';
import { parseStored, tryStorage } from './webStorage.ts';

const LOSS = 'The row being edited is not stored in this browser:';

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
  const stored = JSON.stringify({ owner, key, before, draft });
  tryStorage(LOSS, () => sessionStorage.setItem(ROW_EDIT_KEY, stored));
}

/** The edit that `owner` left unsaved in this tab; null if there is none. */
export function readRowEdit(owner: string): StoredRowEdit | null {
  const stored = parseStored(tryStorage(LOSS, () => sessionStorage.getItem(ROW_EDIT_KEY)));
  return isRowEdit(stored) && stored.owner === owner ? stored : null;
}

/** Removes the stored edit, whoever's it is. */
export function dropRowEdit(): void {
  tryStorage(LOSS, () => sessionStorage.removeItem(ROW_EDIT_KEY));
}

function isRowEdit(value: unknown): value is StoredRowEdit & { readonly owner: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { owner, key, before, draft } = value as Partial<Record<string, unknown>>;
  const isIdentified = typeof owner === 'string' && typeof key === 'string';
  return isIdentified && isDraftOfMapping(draft) && (before === null || isDraftOfMapping(before));
}
