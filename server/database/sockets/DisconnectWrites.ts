import type { Assignment } from '../RealtimeDatabase.ts';
import type { Path } from '../tree/node.ts';

/** Most places one socket may announce. */
const MAX_ASSIGNMENTS = 1000;

/** Writes a client left to be done when its socket is gone (`onDisconnect`), in the order announced. */
export class DisconnectWrites {
  /** Each group is one atomic write. */
  private groups: (readonly Assignment[])[] = [];

  /** Remembers a write; it replaces what was announced at or below its places. False: there are too many. */
  announce(assignments: readonly Assignment[]): boolean {
    const count = this.groups.reduce((sum, group) => sum + group.length, assignments.length);
    if (count > MAX_ASSIGNMENTS) return false;
    for (const { path } of assignments) this.cancel(path);
    this.groups.push(assignments);
    return true;
  }

  /** Forgets what was announced at `path` and below. */
  cancel(path: Path): void {
    this.groups = this.groups
      .map((group) => group.filter((assignment) => !isAtOrBelow(assignment.path, path)))
      .filter((group) => group.length > 0);
  }

  /** Hands over all writes and forgets them. */
  take(): readonly (readonly Assignment[])[] {
    const groups = this.groups;
    this.groups = [];
    return groups;
  }
}

function isAtOrBelow(path: Path, ancestor: Path): boolean {
  return ancestor.every((key, depth) => path[depth] === key);
}
