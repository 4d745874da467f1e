import { USERS_COLLECTION } from '#model/paths.ts';
import type { Commit, StoredDocument } from '../firestore/documents/document.ts';
import { type AuditLog, changeOfRights, NO_RIGHTS, type Rights } from './auditLog.ts';

/** Listens to the commits of the document store for changes of what people may do. */
export function auditDocuments(audit: AuditLog): (commit: Commit) => void {
  return ({ by, changes }) => {
    for (const { path, key, before, after } of changes) {
      if (path[0] !== USERS_COLLECTION) continue;
      const event = changeOfRights(key, rightsOf(before), rightsOf(after));
      if (event !== null) audit.record(by, event);
    }
  };
}

function rightsOf(document: StoredDocument | null): Rights {
  if (document === null) return NO_RIGHTS;
  const isTrue = (name: string) => {
    const value = document.fields[name];
    return value !== undefined && 'booleanValue' in value && value.booleanValue === true;
  };
  return { allow: isTrue('allow'), admin: isTrue('admin') };
}
