import type Database from 'libsql';
import { tablesIn } from '../../store/migrations.ts';
import { FirestoreError } from '../status.ts';
import { checkSegment } from '../values/names.ts';
import { parseFields } from '../values/values.ts';

/**
 * The stored documents that would be refused today: earlier versions took times, texts and numbers that do not come
 * back as they were sent. They are served and can be removed.
 */
export function invalidDocuments(db: Database.Database): readonly Row[] {
  if (!tablesIn(db).includes('firestore_documents')) return [];
  const rows = db.prepare('SELECT path, fields FROM firestore_documents ORDER BY path').all([]) as Row[];
  return rows.map((row, index) => ({ ...row, number: index + 1 })).filter((row) => !isFit(row));
}

/** `number`: from 1, by the path, deleted documents included. `fields` are null of a deleted one. */
type Row = { readonly number: number; readonly path: string; readonly fields: string | null };

function isFit({ path, fields }: Row): boolean {
  if (fields === null) return true;
  try {
    for (const segment of path.split('/')) checkSegment(segment);
    parseFields(JSON.parse(fields));
    return true;
  } catch (error) {
    if (error instanceof FirestoreError) return false;
    throw error;
  }
}
