import { Stack, Title } from '@mantine/core';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { CSV_FILE_NAME, UNDO_LINGER_MS } from '#model/limits.ts';
import { messages } from '#model/messages.ts';
import type { Account } from '#model/user.ts';
import type { AnalysisService, ProposalId } from '../../services/analysis.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { copyToClipboard } from '../../ui/copyToClipboard.ts';
import { downloadFile } from '../../ui/downloadFile.ts';
import { Work } from '../../ui/JobProgress.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useHandOver } from '../../ui/useHandOver.ts';
import { DryRunSummary } from './DryRunSummary.tsx';
import { dryRunRows } from './dryRunRows.ts';
import { fileMessage } from './fileMessages.ts';
import { ListNote } from './ListNote.tsx';
import { PairBox } from './PairBox.tsx';
import { PairNotes } from './PairNotes.tsx';
import { PairReport } from './PairReport.tsx';
import type { PickedFile } from './pickFile.ts';
import { uploadControllerOf } from './UploadController.ts';
import styles from './UploadPage.module.css';
import { UploadProgress } from './UploadProgress.tsx';
import { UploadToolbar } from './UploadToolbar.tsx';

/** A worker that has broken so often is not started again. */
const MAX_BREAKS = 3;

type Props = { account: Account; ledger: LedgerService; startAnalysis: () => AnalysisService };

/** Adds many mappings at once: pairs in, a look at what would happen, consolidation, upload. */
export function UploadPage({ account, ledger, startAnalysis }: Props) {
  const desk = uploadControllerOf(ledger, account.uid);
  const { text, consolidation, job } = desk;
  const status = useStatus();
  const { show, dismiss } = status;
  const service = useRef<AnalysisService | null>(null);
  useHandOver(desk, (former) => desk.takeOver(former));
  const [breaks, setBreaks] = useState(0);
  // A worker that broke is replaced, and the text is read anew; one that cannot even be loaded, not for ever.
  useEffect(() => {
    service.current = startAnalysis();
    service.current.watchEnd(() => {
      if (breaks >= MAX_BREAKS) return show(messages.analysisBroken);
      show(messages.analysisRestarted);
      setBreaks(breaks + 1);
    });
    return desk.open(service.current, status);
  }, [desk, startAnalysis, status, show, breaks]);
  // Of what changes with every chunk of an upload, only what this component draws.
  const isListReady = useSyncExternalStore(ledger.list.subscribe, () => ledger.list.get().kind === 'ready');
  const read = useSyncExternalStore(text.state.subscribe, text.state.get);
  const dryRun = useSyncExternalStore(desk.dryRun.subscribe, desk.dryRun.get);
  const analysis = useSyncExternalStore(consolidation.state.subscribe, () => consolidation.state.get().kind);
  const upload = useSyncExternalStore(job.state.subscribe, () => job.state.get().kind);
  const isUploading = upload === 'running';
  const hasPairs = read.imported !== null && read.imported.pairs.size > 0;

  const ask = useCallback(<T,>(question: (service: AnalysisService) => Promise<T>) => {
    if (service.current === null) throw new Error('The analysis worker is not there.');
    return question(service.current);
  }, []);

  const originals = useCallback(
    (id: ProposalId, from: number, to: number) => ask((asked) => asked.originals(id, from, to)),
    [ask],
  );

  async function addFile(picked: PickedFile) {
    if (picked.kind === 'refused') return show(picked.message);
    dismiss();
    const outcome = await text.readFile(picked.file);
    const message = fileMessage(picked.file.name, picked.others, outcome);
    if (message !== null) show(message, { stays: picked.others > 0 });
  }
  async function consolidate() {
    if (await consolidation.perform()) show(messages.consolidated);
  }
  async function copy(content: Promise<Blob>, lines: number) {
    try {
      await copyToClipboard(content);
      show(messages.linesCopied(lines));
    } catch (error) {
      console.error('The lines were not copied:', error);
      show(messages.copyFailed);
    }
  }
  function clear() {
    const undo = desk.clear();
    show(messages.cleared, { action: { label: 'Undo', run: undo, lingers: UNDO_LINGER_MS } });
  }
  async function download() {
    downloadFile(await ask((asked) => asked.toCsv(desk.pairs)), CSV_FILE_NAME);
  }
  function showRaw(raw: string) {
    text.forgetUnreadable();
    text.add(raw);
  }

  return (
    <Stack gap="xs">
      <header className={styles['header']}>
        <Title order={1}>Add GL Mappings</Title>
        <ListNote ledger={ledger} />
      </header>
      <PairBox text={text} isLocked={isUploading} onFile={(picked) => void addFile(picked)} />
      <PairNotes
        state={read}
        onKeepHeader={(keeps) => text.keepHeader(keeps)}
        onShowRaw={showRaw}
        onForgetRaw={() => text.forgetUnreadable()}
        onCopyText={() => void copy(Promise.resolve(new Blob([text.text])), text.text.split('\n').length)}
      />
      {read.file && (
        <Work
          label={`Reading ${read.file.name}…`}
          share={read.file.share}
          onCancel={() => text.cancelFile()}
        />
      )}
      <UploadToolbar
        hasResult={analysis === 'report'}
        canConsolidate={!isUploading && !read.isReading}
        canAdd={hasPairs && dryRun !== null && !read.isReading && isListReady && !isUploading}
        canClear={!isUploading && (read.imported !== null || read.isReading || upload !== 'none')}
        isUploading={isUploading}
        onConsolidate={() => void consolidate()}
        onDownload={() => void download()}
        onAdd={() => void desk.upload()}
        onClear={clear}
      />
      <UploadProgress job={job} onResume={() => void desk.resume()} />
      {read.imported && dryRun && !isUploading && (
        <DryRunSummary
          rows={dryRunRows(read.imported, dryRun)}
          load={(name, from, to) => ask((asked) => asked.lines(name, from, to))}
          onCopy={({ name, count }) =>
            void copy(
              ask((asked) => asked.linesText(name)),
              count,
            )
          }
        />
      )}
      <PairReport consolidation={consolidation} isLocked={isUploading} originals={originals} />
    </Stack>
  );
}
