import type { Loaded } from './LeafTable.ts';
import { damagedEntries, integrityMismatch } from './listState.ts';

/** Something about the stored data that their operator has to look at. */
export type Warning = {
  readonly message: string;
  /** For the log. */
  readonly fields: Readonly<Record<string, unknown>>;
};

/** What is wrong with data that can be read and served. */
export function warningsOf({ tree, withheld }: Loaded): readonly Warning[] {
  const warnings: Warning[] = [];
  if (withheld.length > 0)
    warnings.push({
      message:
        'Stored values are not served: the Firebase SDK cannot read their keys. Stop the server and run "npm run remove-unreadable", which prints and removes them.',
      fields: { paths: withheld.map(({ path }) => path) },
    });
  const difference = integrityMismatch(tree);
  if (difference !== null)
    warnings.push({
      message:
        'The mapping list was changed outside the app, or is incomplete: it is not what its history says. New lines get no account until an administrator accepts the list on the Database page. "npm run verify" lists what is wrong.',
      fields: difference,
    });
  const entries = damagedEntries(tree);
  if (entries.length > 0)
    warnings.push({
      message:
        'The history of the mapping list was changed outside the app, or is incomplete: entries and their changes do not belong together. The list itself can be used. "npm run verify" lists what is wrong, "npm run restore -- FILE" brings a backup back.',
      fields: { entries: entries.length, first: entries[0] },
    });
  return warnings;
}
