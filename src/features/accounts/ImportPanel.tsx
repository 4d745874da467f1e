import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { FileReadingSummary } from '#contract/analysis.ts';
import type { ChartReading } from '#contract/chart.ts';
import { detailOf } from '#model/detailOf.ts';
import type { ReadChoices } from '#model/fileReading.ts';
import { chartMessages } from '#model/text/chartMessages.ts';
import { grouped } from '#model/text/figures.ts';
import { fileMessages } from '#model/text/fileMessages.ts';
import { readFailureText } from '#model/text/readMessages.ts';
import { FileChooser } from '../../file-reading/FileChooser.tsx';
import { FileReadingPanel } from '../../file-reading/FileReadingPanel.tsx';
import { ACCEPTED_FILES } from '../../file-reading/pickFile.ts';
import { useFileDrop } from '../../file-reading/useFileDrop.ts';
import type { ChartService } from '../../services/ledger.ts';
import { readChart } from '../../services/statement.ts';
import { toFailedResult } from '../../services/toFailedResult.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { LargeTextBox } from '../../ui/LargeTextBox.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useBusy } from '../../ui/useBusy.ts';
import { ImportSummary } from './ImportSummary.tsx';

/** A pause in typing, in milliseconds, after which the text is read. */
const READ_AFTER_MS = 300;
/** A table must have the first of these. */
const COLUMNS = ['Code', 'Name', 'Note', 'Retired'];

type Props = {
  chart: ChartService;
  /** Begins with the accounts in use. */
  isOfUse: boolean;
  onImported: (text: string, undo: string | null) => void;
  onClose: () => void;
};

/** Reads accounts from a pasted text or a file, shows what importing them would do, and imports them. */
export function ImportPanel({ chart, isOfUse, onImported, onClose }: Props) {
  const title = useId();
  const { reading, file, readText, readFile, choose, forgetFile } = useReading(chart, isOfUse);
  const { isImporting, importNow } = useImport({ chart, onImported, onClose });
  const isOver = useFileDrop(readFile);
  const ready = reading?.kind === 'ready' ? reading : null;
  const changes = ready === null ? 0 : ready.counts.new + ready.counts.changed;
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={title} data-over={isOver || undefined}>
      <Title order={2} id={title}>
        {isOfUse ? chartMessages.startFromUse : 'Import accounts'}
      </Title>
      {!isOfUse && <Source onText={readText} onFile={readFile} />}
      {file !== null && (
        <FileReadingPanel
          last={{ ...file, isPending: false, needed: 1 }}
          columns={COLUMNS}
          isBusy={false}
          isSmall
          onChoose={choose}
          onClose={forgetFile}
        />
      )}
      <div role="status">
        {reading !== null && reading.kind !== 'ready' && (
          <Text c={reading.kind === 'empty' ? 'dimmed' : 'var(--danger-text)'} mt="xs">
            {failureText(reading, isOfUse)}
          </Text>
        )}
      </div>
      {ready && <ImportSummary chart={chart} dryRun={ready} />}
      <Group gap="xs" mt="sm">
        <Button
          variant="filled"
          loading={isImporting}
          disabled={changes === 0}
          onClick={() => ready && ignoreAfterExit(importNow(ready.id))}
        >
          {ready ? `Import ${grouped(changes)}` : 'Import'}
        </Button>
        <Button disabled={isImporting} onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Paper>
  );
}

type SourceProps = { onText: (text: string) => void; onFile: (file: File) => void };

/** Where the accounts come from: a text, or a file. */
function Source({ onText, onFile }: SourceProps) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text component="label" htmlFor={id} fw={500}>
          Code and name, one account per line
        </Text>
        <FileChooser accept={ACCEPTED_FILES} onFile={onFile} />
      </Group>
      <LargeTextBox id={id} ref={box} rows={6} describedBy={`${id}-hint`} onText={onText} />
      <Text id={`${id}-hint`} size="xs" c="dimmed" mt={4}>
        {chartMessages.importHint}
      </Text>
    </>
  );
}

function failureText(reading: Exclude<ChartReading, { kind: 'ready' }>, isOfUse: boolean): string {
  switch (reading.kind) {
    case 'empty':
      return isOfUse ? chartMessages.noAccountsInUse : chartMessages.importEmpty;
    case 'too-many':
      return chartMessages.tooManyLines(reading.most);
    default:
      return chartMessages.unreadable(readFailureText(reading));
  }
}

type Answer = ChartReading | { readonly kind: 'cancelled' };
/** What was read, and what was chosen for it. */
type ReadSource = {
  readonly file: { readonly name: string };
  readonly reading: FileReadingSummary;
  readonly choices: ReadChoices;
};

/** What importing the text or the file that was given last would do; other choices have it read again. */
function useReading(chart: ChartService, isOfUse: boolean) {
  const [reading, setReading] = useState<ChartReading | null>(null);
  const [file, setFile] = useState<ReadSource | null>(null);
  const source = useRef<string | File>('');
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const job = useRef(new AbortController());

  async function read(question: (signal: AbortSignal) => Promise<Answer>): Promise<void> {
    job.current.abort();
    job.current = new AbortController();
    const { signal } = job.current;
    const outcome = await question(signal).catch(unreadable);
    if (signal.aborted || outcome.kind === 'cancelled') return;
    setReading(outcome);
  }
  function readSource(choices: ReadChoices): void {
    const from = source.current;
    const question = async (signal: AbortSignal) => {
      const table = await readChart(from, choices, signal);
      if (table.kind !== 'rows') return table;
      const name = from instanceof File ? from.name : fileMessages.pasted;
      // Where a choice leaves nothing to read, another one can still be made.
      if (!signal.aborted) setFile({ file: { name }, reading: table.reading, choices });
      return chart.read(table.rows);
    };
    ignoreAfterExit(read(question));
  }
  function setSource(next: string | File): void {
    clearTimeout(pause.current);
    source.current = next;
    setFile(null);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the panel opens.
  useEffect(() => {
    if (isOfUse) ignoreAfterExit(read(() => chart.readAccountsInUse()));
    return () => {
      clearTimeout(pause.current);
      job.current.abort();
    };
  }, [chart, isOfUse]);

  return {
    reading,
    file,
    readText(text: string) {
      setSource(text);
      pause.current = setTimeout(() => {
        if (text.trim() !== '') return readSource({});
        job.current.abort();
        setReading(null);
      }, READ_AFTER_MS);
    },
    readFile(next: File) {
      setSource(next);
      readSource({});
    },
    choose: readSource,
    forgetFile: () => setFile(null),
  };
}

function unreadable(error: unknown): Answer {
  return { kind: 'unreadable', detail: detailOf(error) };
}

function useImport({ chart, onImported, onClose }: Omit<Props, 'isOfUse'>) {
  const { show } = useStatus();
  const [isImporting, whileImporting] = useBusy();
  /** @param id of the reading */
  async function importNow(id: Parameters<ChartService['import']>[0]): Promise<void> {
    const result = await whileImporting(() => toFailedResult(chart.import(id), { count: 0, undo: null }));
    if (result.kind === 'saved') {
      const { count, undo } = result;
      onImported(count === 0 ? chartMessages.importedNothing : chartMessages.imported(count), undo);
      onClose();
    } else if (result.kind === 'failed') {
      onImported(chartMessages.importFailed(result.count, result.detail), result.undo);
    } else show(chartMessages.importFailed(0, result.kind));
  }
  return { isImporting, importNow };
}
