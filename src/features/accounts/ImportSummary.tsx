import { Text } from '@mantine/core';
import type { ChartDryRun, ChartLine, ChartLineKind } from '#contract/chart.ts';
import { accountWithName, type ChartAccount } from '#model/chart.ts';
import { chartMessages, chartProblemTexts } from '#model/text/chartMessages.ts';
import { grouped } from '#model/text/figures.ts';
import { fileMessages } from '#model/text/fileMessages.ts';
import type { ChartService } from '../../services/ledger.ts';
import { type CountedLines, CountedList } from '../../ui/CountedList.tsx';

type Kind = Omit<CountedLines<ChartLineKind>, 'count'> & { readonly isAlways: boolean };

const LINE = ['Line', 'Account'] as const;

const KINDS: readonly Kind[] = [
  { name: 'new', label: 'New', outcome: 'will be added', columns: LINE, isAlways: true },
  {
    name: 'changed',
    label: 'Changed',
    outcome: 'will be as the lines say',
    columns: [...LINE, 'So far'],
    isAlways: true,
  },
  {
    name: 'unchanged',
    label: 'Unchanged',
    outcome: 'in the chart just so',
    columns: [...LINE, 'So far'],
    isAlways: true,
  },
  {
    name: 'repeated',
    label: 'Repeated codes',
    outcome: 'the first line counts',
    columns: [...LINE, 'The line that counts'],
    isAlways: false,
  },
  { name: 'refused', label: 'Refused', outcome: 'not imported', columns: [...LINE, 'Why'], isAlways: false },
];

type Props = {
  chart: Pick<ChartService, 'lines'>;
  dryRun: ChartDryRun;
};

/** What an import would do, before it does it: how many lines of which kind, and which. */
export function ImportSummary({ chart, dryRun: { id, counts, absent } }: Props) {
  const kinds = KINDS.map((kind) => ({ ...kind, count: counts[kind.name] }));
  return (
    <section aria-label="What the import would do">
      <Text c="dimmed" mt="xs">
        {fileMessages.previewOfAccounts}
      </Text>
      <CountedList
        kinds={kinds.filter(({ isAlways, count }) => isAlways || count > 0)}
        load={async (kind, from, to) => (await chart.lines(id, kind, from, to)).map(cellsOf)}
        revision={id}
      />
      {absent > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          {chartMessages.absent(absent)}
        </Text>
      )}
    </section>
  );
}

function cellsOf({ line, after, before, problem }: ChartLine): readonly string[] {
  const beside = problem === null ? before && words(before) : chartProblemTexts[problem];
  return [grouped(line), words(after), beside ?? ''];
}

function words({ code, name, note, isRetired }: ChartAccount): string {
  const parts = [accountWithName(code, name), note, isRetired ? 'retired' : ''];
  return parts.filter((part) => part !== '').join(' · ');
}
