import type Database from 'libsql';
import { tablesIn } from '../../store/migrations.ts';
import { FirestoreError } from '../status.ts';
import { checkSegment } from '../values/names.ts';
import { parseFields } from '../values/values.ts';

/**
 * Keys of the stored documents that would be refused today: earlier versions took times, texts and numbers that do not come
 * back as they were sent. They are served and can be removed.
 */
export function unfitDocuments(db: Database.Database): string[] {
  if (!tablesIn(db).includes('firestore_documents')) return [];
  const rows = db.prepare('SELECT path, fields FROM firestore_documents WHERE fields IS NOT NULL').all([]);
  return (rows as Row[]).filter((row) => !isFit(row)).map(({ path }) => path);
}

type Row = { readonly path: string; readonly fields: string };

function isFit({ path, fields }: Row): boolean {
  try {
    for (const segment of path.split('/')) checkSegment(segment);
    parseFields(JSON.parse(fields));
    return true;
  } catch (error) {
    if (error instanceof FirestoreError) return false;
    throw error;
  }
}
