import { Box, Paper, Text, Title } from '@mantine/core';
import type { ImportedPairs } from '#contract/analysis.ts';
import type { DryRunCounts, ListedLine } from '#contract/upload.ts';
import { fileMessages } from '#model/text/fileMessages.ts';
import { PreviewNote } from '../../chart/PreviewNote.tsx';
import type { UploadService } from '../../services/ledger.ts';
import { type CountedLines, CountedList } from '../../ui/CountedList.tsx';
import { SegmentBar, type Tone } from '../../ui/SegmentBar.tsx';
import { useSettledAnswer } from '../../ui/useAnswer.ts';
import type { PairListName } from './UploadController.ts';

/** What the screen says of one list of the dry run: what it is, what happens to its lines, and what its columns are. */
type ListText = Omit<CountedLines<PairListName>, 'count'>;

const PAIR = ['Description', 'GL Account'] as const;
const BESIDE_STORED = [...PAIR, 'Stored description', 'Stored account'] as const;
const BESIDE_FIRST = [...PAIR, 'First description', 'First account'] as const;
const STAYS = 'skipped; the stored one stays';

const TONES: Partial<Record<PairListName, Tone>> = {
  new: 'done',
  present: 'blank',
  'other-account': 'verify',
  'case-variant': 'attention',
  'repeated-line': 'neutral',
  repeated: 'neutral',
  contradiction: 'attention',
};

/** A list of lines that are no pairs. */
const rejected = (name: PairListName, label: string): ListText => ({
  name,
  label,
  outcome: 'not uploaded; kept in the box',
  columns: ['Line', 'Text'],
});

const LISTS: readonly ListText[] = [
  { name: 'new', label: 'New', outcome: 'will be added', columns: PAIR },
  { name: 'present', label: 'Already there', outcome: 'skipped', columns: PAIR },
  { name: 'other-account', label: 'There with another account', outcome: STAYS, columns: BESIDE_STORED },
  { name: 'case-variant', label: 'Already mapped (different case)', outcome: STAYS, columns: BESIDE_STORED },
  { name: 'repeated-line', label: 'Repeated lines', outcome: 'counted once', columns: PAIR },
  { name: 'repeated', label: 'Repeated keywords', outcome: 'the first counts', columns: BESIDE_FIRST },
  {
    name: 'contradiction',
    label: 'Repeated with another account',
    outcome: 'the first counts',
    columns: BESIDE_FIRST,
  },
  rejected('too-short', 'Too short (fewer than 5 characters)'),
  rejected('no-tab', 'Only one column'),
  rejected('empty-part', 'Description or account missing'),
  rejected('key-too-long', 'Too long to be stored (over 695 bytes)'),
  rejected('no-match', '“No Match” is not an account'),
  rejected('account-too-long', 'Account too long (over 1,000 characters)'),
  rejected('reserved-key', 'A reserved name (in capitals it can be stored)'),
  rejected('extra-columns', 'More columns than the header (quotation marks missing)'),
  rejected('undecodable', 'Characters that cannot be read in the encoding of the file'),
  rejected('unstorable-character', 'Characters that cannot be stored'),
];
/** Shown even if there are none: they make up the message after the upload. */
const ALWAYS = new Set<PairListName>(['new', 'present', 'other-account', 'case-variant']);

type Props = {
  imported: ImportedPairs;
  counts: DryRunCounts;
  upload: Pick<UploadService, 'preview'>;
  /** Loads lines `from` to `to` (excluded) of a list. */
  load: (name: PairListName, from: number, to: number) => Promise<readonly ListedLine[]>;
  onCopy: (list: { readonly name: PairListName; readonly count: number }) => void;
};

/** What an upload would do, before it does it: how many lines of which kind, and which. */
export function DryRunSummary({ imported, counts, upload, load, onCopy }: Props) {
  const preview = useSettledAnswer('preview', () => upload.preview(), 0, counts);
  const rows = listRows(imported, counts);
  return (
    <Paper component="section" withBorder p="md" aria-label="Preview">
      <Title order={2}>Preview</Title>
      <Text size="xs" c="dimmed" mb="xs">
        {fileMessages.previewOfPairs}
      </Text>
      <SegmentBar segments={rows} aria-hidden />
      <CountedList kinds={rows} load={load} onCopy={onCopy} />
      {/* Last: it comes later, and nothing above it moves. */}
      {preview !== null && preview !== 'failed' && (
        <Box mt="xs">
          <PreviewNote preview={preview} isOptional />
        </Box>
      )}
    </Paper>
  );
}

/** The lists of a dry run, those without lines left out where they mean nothing. */
function listRows(imported: ImportedPairs, counts: DryRunCounts) {
  const all: Partial<Record<PairListName, number>> = {
    ...counts,
    ...imported.rejectedCounts,
    'repeated-line': imported.repeated,
    contradiction: imported.contradictionCount,
  };
  return LISTS.map((list) => ({
    ...list,
    tone: TONES[list.name] ?? 'danger',
    count: all[list.name] ?? 0,
  })).filter(({ name, count }) => count > 0 || ALWAYS.has(name));
}
