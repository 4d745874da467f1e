import { tablesOf } from '../../support/tablesOf.ts';
import { type Bend, bent, entryBends } from './entries.ts';
import { type FieldCase, type Nodes, updatesBy } from './FieldCase.ts';
import { people } from './people.ts';

/** A log whose entries hold their changes, and an honest update of it. */
type Log = {
  /** As in "changes the chart". */
  readonly what: string;
  readonly version: string;
  readonly history: string;
  /** The first letter of its ids, of which the stored one is 1. */
  readonly letter: string;
  /** The number of the stored entry. */
  readonly seq: number;
  readonly kinds: readonly string[];
  /** The place that the update changes, and its key with a value that it once had. */
  readonly place: string;
  readonly former: Nodes;
  /** The update with differences, under this id. */
  readonly change: (bend: Bend, id?: string) => Nodes;
};

type Difference = [name: string, bend: Bend, id: string, allowed: boolean, given?: Nodes];

/** What the rules take and refuse of entries, alike in the chart and in access; `differences` the log's own. */
export function logCases(
  log: Log,
  differences: readonly (readonly [name: string, bend: Bend])[],
): FieldCase[] {
  const { what, version: V, history, letter, seq, change } = log;
  const H = `${history}/${letter}2`;
  const by = updatesBy('admin');
  const same = { ...(change({})[H] as Nodes), seq: 1 };
  const elsewhere = { x: Object.values(log.former)[0] };
  const names = { V, H, history, letter, last: seq, place: log.place, former: log.former, elsewhere, same };
  return [
    ...[...differences, ...entryBends(H, people.admin.email)].map(([name, bend]) =>
      by(`changes ${what} by an entry ${name}`, change(bend), false),
    ),
    ...log.kinds.map((kind) => by(`changes ${what} by ${kind}`, change({ [`${H}/kind`]: kind }), true)),
    ...tablesOf(
      'rules/logs',
      names,
    )<Difference>('differences').map(([name, bend, id, allowed, given]) =>
      by(`changes ${what} ${name}`, change(bend, id), allowed, given),
    ),
    by(
      `renews the version of ${what} alone`,
      { [V]: { id: `${letter}2`, seq: seq + 1, after: `${letter}1` } },
      false,
    ),
    by(
      `makes an entry of ${what} without changes`,
      bent(change({ [log.place]: undefined }), { [`${H}/changes`]: null }),
      false,
    ),
    by(
      `changes ${what} by two entries`,
      { ...change({}), [`${history}/${letter}9`]: change({})[H] ?? null },
      false,
    ),
  ];
}
