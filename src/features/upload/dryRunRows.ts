import type { DryRunCounts, ImportedPairs, PairListName } from '../../services/analysis.ts';

/** How one list of the dry run is told: what it is, what happens to its lines, and what its columns are. */
type ListText = {
  readonly name: PairListName;
  readonly label: string;
  readonly outcome: string;
  readonly columns: readonly string[];
};

export type DryRunRow = ListText & { readonly count: number };

const PAIR = ['Description', 'GL Account'] as const;
const BESIDE_STORED = [...PAIR, 'Stored description', 'Stored account'] as const;
const BESIDE_FIRST = [...PAIR, 'First description', 'First account'] as const;
const REJECTED = ['Line', 'Text'] as const;
const STAYS = 'skipped; the stored one stays';
const KEPT = 'not uploaded; kept in the box';

const LISTS: readonly ListText[] = [
  { name: 'new', label: 'New', outcome: 'will be added', columns: PAIR },
  { name: 'present', label: 'Already there', outcome: 'skipped', columns: PAIR },
  { name: 'other-account', label: 'There with another account', outcome: STAYS, columns: BESIDE_STORED },
  { name: 'case-twin', label: 'There in another spelling', outcome: STAYS, columns: BESIDE_STORED },
  { name: 'repeated-line', label: 'Repeated lines', outcome: 'counted once', columns: PAIR },
  { name: 'repeated', label: 'Repeated keywords', outcome: 'the first counts', columns: BESIDE_FIRST },
  {
    name: 'contradiction',
    label: 'Repeated with another account',
    outcome: 'the first counts',
    columns: BESIDE_FIRST,
  },
  { name: 'too-short', label: 'Too short (fewer than 5 characters)', outcome: KEPT, columns: REJECTED },
  { name: 'no-tab', label: 'No tab in the line', outcome: KEPT, columns: REJECTED },
  { name: 'empty-part', label: 'Description or account missing', outcome: KEPT, columns: REJECTED },
  { name: 'key-too-long', label: 'Too long to be stored (over 743 bytes)', outcome: KEPT, columns: REJECTED },
  { name: 'no-match', label: '“No Match” is not an account', outcome: KEPT, columns: REJECTED },
  {
    name: 'account-too-long',
    label: 'Account too long (over 1,000 characters)',
    outcome: KEPT,
    columns: REJECTED,
  },
  {
    name: 'reserved-key',
    label: 'A name reserved by the database (in capitals it can be stored)',
    outcome: KEPT,
    columns: REJECTED,
  },
  {
    name: 'unstorable-character',
    label: 'Characters that cannot be stored',
    outcome: KEPT,
    columns: REJECTED,
  },
];
/** Shown even if there are none: they make up the message after the upload. */
const ALWAYS = new Set<PairListName>(['new', 'present', 'other-account', 'case-twin']);

/** The lists of a dry run, those without lines left out where they mean nothing. */
export function dryRunRows(imported: ImportedPairs, outcomes: DryRunCounts): DryRunRow[] {
  const counts: Partial<Record<PairListName, number>> = {
    ...outcomes,
    ...imported.rejectedCounts,
    'repeated-line': imported.repeated,
    contradiction: imported.contradictionCount,
  };
  return LISTS.map((list) => ({ ...list, count: counts[list.name] ?? 0 })).filter(
    ({ name, count }) => count > 0 || ALWAYS.has(name),
  );
}
