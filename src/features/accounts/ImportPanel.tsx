import { Button, FileButton, Group, Paper, Text, Title } from '@mantine/core';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import type { ChartColumns, ChartFile, ChartReading } from '#contract/chart.ts';
import { detailOf } from '#model/detailOf.ts';
import type { ReadChoices } from '#model/fileReading.ts';
import { chartMessages } from '#model/text/chartMessages.ts';
import { grouped } from '#model/text/figures.ts';
import { readFailureText, readingNotes } from '#model/text/readMessages.ts';
import { FormatChoices } from '../../file-reading/FormatChoices.tsx';
import type { ChartService } from '../../services/ledger.ts';
import { toFailedResult } from '../../services/toFailedResult.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
import { LargeTextBox } from '../../ui/LargeTextBox.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import styles from './accounts.module.css';
import { ImportSummary } from './ImportSummary.tsx';

/** A pause in typing, in milliseconds, after which the text is read. */
const READ_AFTER_MS = 300;

type Props = {
  chart: ChartService;
  /** Begins with the accounts in use. */
  isOfUse: boolean;
  onImported: (text: string, undo: string | null) => void;
  onClose: () => void;
};

/** Reads accounts from a pasted text or a file, shows what importing them would do, and imports them. */
export function ImportPanel({ chart, isOfUse, onImported, onClose }: Props) {
  const id = useId();
  const { reading, file, isImporting, readText, readFile, chooseColumns, chooseReading, importNow } =
    useImport({
      chart,
      isOfUse,
      onImported,
      onClose,
    });
  const { isOver, handlers } = useFileDrop(readFile);
  const resetChooser = useRef<() => void>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isOfUse) box.current?.focus();
  }, [isOfUse]);
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      aria-labelledby={`${id}-title`}
      className={styles['zone'] ?? ''}
      data-over={isOver || undefined}
      {...handlers}
    >
      <Title order={2} id={`${id}-title`}>
        {isOfUse ? 'Start from the accounts in use' : 'Import accounts'}
      </Title>
      {!isOfUse && (
        <>
          <Group justify="space-between" gap="xs" mb={4}>
            <Text component="label" htmlFor={id} size="sm" fw={500}>
              Code and name, one account per line
            </Text>
            <FileButton
              accept=".csv,.tsv,.txt,.xlsx,.xlsm,text/csv,text/tab-separated-values,text/plain"
              resetRef={resetChooser}
              onChange={(file) => {
                resetChooser.current?.();
                if (file !== null) readFile(file);
              }}
            >
              {(props) => (
                <Button {...props} size="compact-sm" variant="default">
                  Choose a file
                </Button>
              )}
            </FileButton>
          </Group>
          <LargeTextBox id={id} ref={box} rows={6} describedBy={`${id}-hint`} onText={readText} />
          <Text id={`${id}-hint`} size="xs" c="dimmed" mt={4}>
            {chartMessages.importHint}
          </Text>
        </>
      )}
      {file !== null && (
        <Group
          role="group"
          aria-label={`How ${file.name} was read`}
          className={styles['choices'] ?? ''}
          gap="sm"
          mt="xs"
        >
          <FormatChoices reading={file.reading} onChoose={chooseReading} />
          {readingNotes(file.reading).map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
        </Group>
      )}
      <div role="status">
        {reading !== null && reading.kind !== 'ready' && (
          <Text size="sm" c={reading.kind === 'empty' ? 'dimmed' : 'var(--danger-text)'} mt="xs">
            {failureText(reading, isOfUse)}
          </Text>
        )}
      </div>
      {reading?.kind === 'ready' && (
        <ImportSummary chart={chart} dryRun={reading} onColumns={chooseColumns} />
      )}
      <Group gap="xs" mt="sm">
        <Button
          size="xs"
          loading={isImporting}
          disabled={reading?.kind !== 'ready' || reading.counts.new + reading.counts.changed === 0}
          onClick={() => dropAtEnd(importNow())}
        >
          {reading?.kind === 'ready'
            ? `Import ${grouped(reading.counts.new + reading.counts.changed)}`
            : 'Import'}
        </Button>
        <Button size="xs" variant="default" disabled={isImporting} onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Paper>
  );
}

function failureText(reading: Exclude<ChartReading, { kind: 'ready' }>, isOfUse: boolean): string {
  switch (reading.kind) {
    case 'empty':
      return isOfUse ? chartMessages.noAccountsInUse : chartMessages.importEmpty;
    case 'refused':
      return chartMessages.unreadable(readFailureText(reading.failure));
    case 'too-many':
      return chartMessages.tooManyLines(reading.most);
    case 'unreadable':
      return chartMessages.unreadable(reading.detail);
  }
}

/** What was chosen for the text or file that is read. */
type Chosen = { readonly columns: ChartColumns | null; readonly reading: ReadChoices };

const NOTHING_CHOSEN: Chosen = { columns: null, reading: {} };

function useImport({ chart, isOfUse, onImported, onClose }: Props) {
  const { show } = useStatus();
  const [reading, setReading] = useState<ChartReading | null>(null);
  const [isImporting, setImporting] = useState(false);
  const [file, setFile] = useState<{ readonly name: string; readonly reading: ChartFile } | null>(null);
  const source = useRef<string | File>('');
  const chosen = useRef<Chosen>(NOTHING_CHOSEN);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(0);

  async function read(question: () => Promise<ChartReading>): Promise<void> {
    const number = ++asked.current;
    const outcome = await question().catch(
      (error: unknown): ChartReading => ({
        kind: 'unreadable',
        detail: detailOf(error),
      }),
    );
    if (number !== asked.current) return;
    setReading(outcome);
    // Where a choice leaves nothing to read, another one can still be made.
    if (outcome.kind === 'ready' && outcome.file !== null && source.current instanceof File)
      setFile({ name: source.current.name, reading: outcome.file });
  }
  const readSource = (choice: Chosen) => {
    chosen.current = choice;
    return read(() => chart.read(source.current, choice.columns, choice.reading));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the panel opens.
  useEffect(() => {
    if (isOfUse) dropAtEnd(read(() => chart.readAccountsInUse()));
    return () => {
      clearTimeout(pause.current);
      asked.current++;
    };
  }, [chart, isOfUse]);

  async function importNow(): Promise<void> {
    if (reading?.kind !== 'ready') return;
    setImporting(true);
    const result = await toFailedResult(chart.import(reading.id), { count: 0, undo: null });
    setImporting(false);
    if (result.kind === 'saved') {
      onImported(
        result.count === 0 ? chartMessages.importedNothing : chartMessages.imported(result.count),
        result.undo,
      );
      onClose();
    } else if (result.kind === 'failed') {
      onImported(chartMessages.importFailed(result.count, result.detail), result.undo);
    } else show(chartMessages.importFailed(0, result.kind));
  }

  return {
    reading,
    isImporting,
    readText(text: string) {
      source.current = text;
      setFile(null);
      clearTimeout(pause.current);
      pause.current = setTimeout(() => {
        if (text.trim() !== '') return dropAtEnd(readSource(NOTHING_CHOSEN));
        asked.current++;
        setReading(null);
      }, READ_AFTER_MS);
    },
    file,
    readFile(file: File) {
      clearTimeout(pause.current);
      source.current = file;
      setFile(null);
      dropAtEnd(readSource(NOTHING_CHOSEN));
    },
    chooseColumns: (columns: ChartColumns) => dropAtEnd(readSource({ ...chosen.current, columns })),
    chooseReading(choice: ReadChoices) {
      const { columns, reading: others } = chosen.current;
      // Another sheet or delimiter has other columns.
      const isSameTable = choice.encoding !== undefined;
      dropAtEnd(readSource({ columns: isSameTable ? columns : null, reading: { ...others, ...choice } }));
    },
    importNow,
  };
}

/** Takes the first file that is dropped on an element with these handlers. */
function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (file === undefined) return;
      // Without this the browser leaves the page for the file.
      event.preventDefault();
      onFile(file);
    },
  };
  return { isOver, handlers };
}
