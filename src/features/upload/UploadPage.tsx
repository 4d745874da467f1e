import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ImportOutcome } from '#contract/analysis.ts';
import type { ReadChoices } from '#model/fileReading.ts';
import { CSV_FILE_NAME } from '#model/limits.ts';
import { analysisMessages } from '#model/text/analysisMessages.ts';
import { messages } from '#model/text/messages.ts';
import type { Account } from '#model/user.ts';
import { FileReadingPanel } from '../../file-reading/FileReadingPanel.tsx';
import type { TakeFile } from '../../file-reading/pickFile.ts';
import { type AnalysisService, startAnalysis as startWorker } from '../../services/analysis.ts';
import { isOutOfReach, type LedgerService } from '../../services/ledger.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { copyToClipboard } from '../../ui/copyToClipboard.ts';
import { downloadFile } from '../../ui/downloadFile.ts';
import { JobProgress } from '../../ui/JobProgress.tsx';
import layout from '../../ui/layout.module.css';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { RetryAlert } from '../../ui/RetryAlert.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { useHandOver } from '../../ui/useHandOver.ts';
import { useIsNarrow } from '../../ui/useIsNarrow.ts';
import { useReported } from '../../ui/useReported.ts';
import { useUndo } from '../../undo/useUndo.ts';
import { DryRunSummary } from './DryRunSummary.tsx';
import { NewAccounts } from './NewAccounts.tsx';
import { PairNotices, UploadProgress } from './Notices.tsx';
import { PairBox } from './PairBox.tsx';
import { PairReport } from './PairReport.tsx';
import { fileMessage } from './pairFile.ts';
import { type PairListName, type UploadController, uploadControllerOf } from './UploadController.ts';
import styles from './upload.module.css';
import { useLinkedSample } from './useLinkedSample.ts';

/** A worker that has broken so often is not started again, unless the connection was gone, over which its code comes. */
const MAX_BREAKS = 3;
/** The first time it is started again at once, then after this pause, then after twice as long. Milliseconds. */
const RESTART_PAUSE_MS = 1_000;
/** What the columns of a file hold. */
const COLUMNS = ['Description', 'GL account'];

type Props = { account: Account; ledger: LedgerService; startAnalysis?: () => AnalysisService };

/** Adds many mappings at once: pairs in, a look at what would happen, consolidation, upload. */
export function UploadPage({ account, ledger, startAnalysis = startWorker }: Props) {
  const controller = uploadControllerOf(ledger, account.uid);
  const { text, consolidator, job } = controller;
  useOpened(controller, ledger, startAnalysis);
  useLinkedSample(controller);
  const commands = useCommands(controller);
  // Of what changes with every chunk of an upload, only what this component draws.
  const isListReady = useSyncExternalStore(ledger.list.subscribe, () => ledger.list.get().kind === 'ready');
  const read = useSyncExternalStore(text.state.subscribe, text.state.get);
  const dryRun = useSyncExternalStore(controller.dryRun.subscribe, controller.dryRun.get);
  const analysis = useSyncExternalStore(consolidator.state.subscribe, () => consolidator.state.get().kind);
  const upload = useSyncExternalStore(job.state.subscribe, () => job.state.get().kind);
  const isUploading = upload === 'running';
  const hasPairs = read.imported !== null && read.imported.pairs.size > 0;

  return (
    <div className={styles['page']}>
      <Group
        component="header"
        gap="var(--s1) var(--s2)"
        mih="var(--control)"
        className={styles['header'] ?? ''}
      >
        <Title order={1}>Add GL Mappings</Title>
        <StoredListNote ledger={ledger} />
      </Group>
      <PairBox text={text} isLocked={isUploading} onFile={commands.addFile} />
      {/* After the box, so that Tab leads from it to the main action; drawn beside the heading. */}
      <div className={`${layout['tight']} ${styles['tools']}`}>
        <UploadToolbar
          hasResult={analysis === 'report'}
          canConsolidate={!isUploading && !read.isReading}
          canAdd={hasPairs && dryRun !== null && !read.isReading && isListReady && !isUploading}
          canClear={!isUploading && (read.imported !== null || read.isReading || upload !== 'none')}
          isUploading={isUploading}
          onConsolidate={commands.consolidate}
          onDownload={commands.download}
          onAdd={() => ignoreAfterExit(controller.upload())}
          onClear={commands.clear}
        />
      </div>
      <Results
        ledger={ledger}
        controller={controller}
        read={read}
        isUploading={isUploading}
        commands={commands}
      />
    </div>
  );
}

type ResultsProps = {
  ledger: LedgerService;
  controller: UploadController;
  read: ReturnType<UploadController['text']['state']['get']>;
  isUploading: boolean;
  commands: ReturnType<typeof useCommands>;
};

/** What was read, what would happen, and what has happened. */
function Results({ ledger, controller, read, isUploading, commands }: ResultsProps) {
  const { text, job, dryRunFailed } = controller;
  const dryRun = useSyncExternalStore(controller.dryRun.subscribe, controller.dryRun.get);
  const isDryRunFailed = useSyncExternalStore(dryRunFailed.subscribe, dryRunFailed.get);
  return (
    <Stack gap="sm" className={`${layout['stack']} ${styles['results']}`}>
      <PairNotices
        state={read}
        onHeaderIsPair={(headerIsPair) => text.setHeaderIsPair(headerIsPair)}
        onCopyText={commands.copyText}
        onTakeOrphanedDrafts={() => ignoreAfterExit(text.endOrphanedDrafts('taken'))}
        onRefuseOrphanedDrafts={() => ignoreAfterExit(text.endOrphanedDrafts('refused'))}
      />
      {read.lastFile && !isUploading && (
        <FileReadingPanel
          last={read.lastFile}
          columns={COLUMNS}
          isBusy={read.file !== null}
          onChoose={commands.readAgain}
          onClose={() => text.forgetFile()}
        />
      )}
      {read.file && (
        <JobProgress
          label={`Reading ${read.file.name}…`}
          share={read.file.share}
          onCancel={() => text.cancelFile()}
        />
      )}
      <UploadProgress job={job} onResume={() => ignoreAfterExit(controller.resume())} />
      {read.imported && dryRun && !isUploading && (
        <DryRunSummary
          imported={read.imported}
          upload={ledger.uploader}
          counts={dryRun}
          load={(name, from, to) => controller.lines(name, from, to)}
          onCopy={commands.copyList}
        />
      )}
      {isDryRunFailed && !isUploading && (
        <RetryAlert text={messages.pairsNotCompared} onRetry={() => controller.retry()} />
      )}
      {dryRun && !isUploading && <NewAccounts upload={ledger.uploader} counts={dryRun} />}
      <PairReport
        consolidator={controller.consolidator}
        isLocked={isUploading}
        originals={controller.originals}
      />
    </Stack>
  );
}

/** Opens the controller over an analysis worker while the screen is there. */
function useOpened(
  controller: UploadController,
  ledger: LedgerService,
  startAnalysis: () => AnalysisService,
): void {
  const status = useStatus();
  const { show } = status;
  const [last, setLast] = useState({ breaks: 0 });
  useHandOver(controller, (former) => controller.restoreFrom(former));
  // A worker that broke is replaced, and the text is read again; one that cannot even be loaded, not for ever.
  useEffect(() => {
    const service = startAnalysis();
    let endWait = () => {};
    service.watchEnd(() => {
      if (last.breaks >= MAX_BREAKS) {
        show(messages.analysisBroken);
        // The file may be what ends it; over a lost connection no worker has seen it yet.
        if (ledger.isConnected.get()) controller.text.cancelFile();
        endWait = whenConnectedAgain(ledger, () => setLast({ breaks: 0 }));
        return;
      }
      show(messages.analysisRestarted, { yieldsToErrors: true });
      const restart = () => setLast({ breaks: last.breaks + 1 });
      const timer = setTimeout(restart, last.breaks * RESTART_PAUSE_MS);
      endWait = () => clearTimeout(timer);
    });
    const close = controller.open(service, status);
    return () => {
      endWait();
      close();
    };
  }, [controller, ledger, startAnalysis, status, show, last]);
}

/** Returns the end of the watch. */
function whenConnectedAgain({ isConnected }: LedgerService, act: () => void): () => void {
  return isConnected.subscribe(() => isConnected.get() && act());
}

/** What the buttons of the screen do, with the messages that say so. */
function useCommands(controller: UploadController) {
  const { show, dismiss } = useStatus();
  const { showDone } = useUndo();
  const { text, consolidator } = controller;
  const [, reportCopy] = useReported(() => messages.copyFailed);

  const addFile = async (...[file, others]: Parameters<TakeFile>) => {
    dismiss();
    say(file.name, others, await text.readFile(file));
  };
  async function readAgain(choices: ReadChoices) {
    const { lastFile } = text.state.get();
    if (lastFile !== null) say(lastFile.file.name, 0, await text.readAgain(choices));
  }
  function say(name: string, others: number, outcome: ImportOutcome) {
    const message = fileMessage(name, others, outcome);
    if (message !== null) show(message, { stays: others > 0 });
  }
  const copy = (content: Promise<Blob>, lines: number) =>
    reportCopy(async () => {
      await copyToClipboard(content);
      return messages.linesCopied(lines);
    });
  async function consolidate() {
    const done = await consolidator.perform();
    if (done === null) return;
    const { removed, keywords, left } = done;
    const undo = async () => ((await done.undo()) ? messages.undone : messages.undoGone);
    const text = `${messages.consolidated} ${analysisMessages.consolidated(removed, keywords, left)}`;
    showDone(text, keywords > 0 ? undo : null);
  }
  async function download() {
    downloadFile(await controller.toCsv(), CSV_FILE_NAME);
  }

  return {
    addFile: (...file: Parameters<TakeFile>) => ignoreAfterExit(addFile(...file)),
    readAgain: (choices: ReadChoices) => ignoreAfterExit(readAgain(choices)),
    consolidate: () => ignoreAfterExit(consolidate()),
    download: () => ignoreAfterExit(download()),
    copyText: () =>
      ignoreAfterExit(copy(Promise.resolve(new Blob([text.text])), text.text.split('\n').length)),
    copyList: ({ name, count }: { readonly name: PairListName; readonly count: number }) =>
      ignoreAfterExit(copy(controller.linesText(name), count)),
    clear() {
      const restore = controller.clear();
      showDone(messages.cleared, async () => {
        restore();
        return null;
      });
    },
  };
}

type StoredListNoteProps = { ledger: LedgerService };

/** What the pairs are compared with: how many mappings are stored, or why that is not known. */
function StoredListNote({ ledger }: StoredListNoteProps) {
  const list = useSyncExternalStore(ledger.list.subscribe, ledger.list.get);
  const isFailed = isOutOfReach(list);
  const isWrong = isFailed || list.kind === 'mismatch';
  return (
    <Group gap="xs" role="status">
      <Text c={isWrong ? 'var(--danger-text)' : 'dimmed'}>
        {list.kind === 'ready' && messages.mappingsReady(list.size)}
        {!isFailed && (list.kind === 'loading' || list.kind === 'cached') && messages.mappingsLoading}
        {isFailed && messages.mappingsFailed}
        {list.kind === 'mismatch' &&
          messages.listMismatch(list.mismatch.expected.count, list.mismatch.found.count)}
      </Text>
      {isFailed && (
        <Button size="compact-xs" onClick={() => ledger.retry()}>
          Retry
        </Button>
      )}
    </Group>
  );
}

type UploadToolbarProps = {
  /** Whether there is an analysis result: only then can one consolidate and download. */
  hasResult: boolean;
  canConsolidate: boolean;
  canAdd: boolean;
  canClear: boolean;
  isUploading: boolean;
  onConsolidate: () => void;
  onDownload: () => void;
  onAdd: () => void;
  onClear: () => void;
};

/** The buttons of the screen. On a phone the rare ones are in a menu, beside the heading. */
function UploadToolbar(props: UploadToolbarProps) {
  const isNarrow = useIsNarrow();
  const clearing = { label: 'Clear', isDisabled: !props.canClear, run: props.onClear };
  const downloading = { label: 'Download as CSV', isDisabled: false, run: props.onDownload };
  const rare = props.hasResult ? [clearing, downloading] : [clearing];
  return (
    <Toolbar label="Actions">
      {isNarrow ? (
        <div className={styles['more']}>
          <MoreMenu actions={rare} />
        </div>
      ) : (
        rare.map(({ label, isDisabled, run }) => (
          <Button key={label} variant="subtle" disabled={isDisabled} onClick={run}>
            {label}
          </Button>
        ))
      )}
      {props.hasResult && (
        <Button disabled={!props.canConsolidate} onClick={props.onConsolidate}>
          Perform Consolidation
        </Button>
      )}
      <Button variant="filled" disabled={!props.canAdd} loading={props.isUploading} onClick={props.onAdd}>
        Add to Firebase Database
      </Button>
    </Toolbar>
  );
}
