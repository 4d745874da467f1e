import { ACCESS_PATH, MAPPINGS_PATH } from '#model/paths.ts';
import type { CommittedWrite } from '../database/RealtimeDatabase.ts';
import { childOf, type TreeNode } from '../database/tree/node.ts';
import { type AuditLog, changeOfRights, type Rights } from './auditLog.ts';

/** More places of the list than this in one write are a mass change: an upload, a consolidation, a clean-up. */
const FEW = 20;

/** Listens to the writes of the tree for changes of what people may do, and for mass changes of the list. */
export function auditTree(audit: AuditLog): (write: CommittedWrite) => void {
  return (write) => {
    recordRights(audit, write);
    recordMassChange(audit, write);
  };
}

function recordRights(audit: AuditLog, { by, changes, before }: CommittedWrite): void {
  const after = new Map<string, Rights>();
  for (const { path, value } of changes) {
    const [top, person, field] = path;
    if (top !== ACCESS_PATH || person === undefined) continue;
    const rights = after.get(person) ?? rightsOf(before([ACCESS_PATH, person]));
    after.set(person, field === undefined ? rightsOf(value) : { ...rights, [field]: value === true });
  }
  for (const [person, rights] of after) {
    const path = [ACCESS_PATH, person];
    const event = changeOfRights(path.join('/'), rightsOf(before(path)), rights);
    if (event !== null) audit.record(by, event);
  }
}

function rightsOf(record: TreeNode | null): Rights {
  return { allow: childOf(record, 'allow') === true, admin: childOf(record, 'admin') === true };
}

function recordMassChange(audit: AuditLog, { by, changes }: CommittedWrite): void {
  const ofList = changes.filter(({ path }) => path[0] === MAPPINGS_PATH || path.length === 0);
  const isWhole = ofList.some(({ path }) => path.length < 2);
  if (!isWhole && ofList.length <= FEW) return;
  const removed = ofList.filter(({ value }) => value === null).length;
  audit.record(by, { event: 'mass-change', what: MAPPINGS_PATH, set: ofList.length - removed, removed });
}
