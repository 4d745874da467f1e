import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import type { BatchId, TableOrder } from '#contract/table.ts';
import type { IntegrityMismatch } from '#model/integrityMismatch.ts';
import type { Letter } from '#model/letter.ts';
import type { MappingKey } from '#model/mapping.ts';
import { analysisMessages } from '#model/text/analysisMessages.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { messages } from '#model/text/messages.ts';
import type { Account } from '#model/user.ts';
import { AnalysisReport } from '../../analysis-report/AnalysisReport.tsx';
import { LostEntries } from '../../list-history/LostEntries.tsx';
import { StoppedChangeSets } from '../../list-history/StoppedChangeSets.tsx';
import { type AnalysisService, startAnalysis as startWorker } from '../../services/analysis.ts';
import { isOutOfReach, type LedgerService } from '../../services/ledger.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { JobProgress } from '../../ui/JobProgress.tsx';
import layout from '../../ui/layout.module.css';
import { useShortcut } from '../../ui/shortcuts/useShortcuts.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useBusy } from '../../ui/useBusy.ts';
import { useHandOver } from '../../ui/useHandOver.ts';
import { AccountFilter } from './AccountFilter.tsx';
import { LetterTabs } from './LetterTabs.tsx';
import { TablePanel } from './TablePanel.tsx';
import { type TableStore, tableStoreOf } from './TableStore.ts';
import { ListActions, TableSearch } from './TableToolbar.tsx';
import { TryIt } from './TryIt.tsx';
import { useAnalysis } from './useAnalysis.ts';
import { useDeletion, useTableUndo } from './useMappingChanges.ts';
import { useMappingDialogs } from './useMappingDialogs.tsx';
import { useCopySelection } from './useMappingLines.ts';
import { useRowEdit } from './useRowEdit.ts';
import { useRowFocus } from './useRowFocus.ts';
import { useTableAddress } from './useTableAddress.ts';

type Props = { account: Account; ledger: LedgerService; startAnalysis?: () => AnalysisService };

/** Finds, edits, deletes and consolidates the mappings of the shared list. */
export function DatabasePage({ account, ledger, startAnalysis = startWorker }: Props) {
  const navigate = useNavigate();
  const store = tableStoreOf(ledger);
  useHandOver(store, (former) => store.restoreFrom(former));
  const { search, table, listed, filters, chosenLetter, showLetter, filterByAccount, sort } =
    useListed(store);
  const selected = table?.selected ?? 0;
  const { copy, onCopy } = useCopySelection(ledger, selected);
  const showDone = useTableUndo(ledger.editor, store);
  const { focus, editing, deletion, deleteOne, deleteAll } = useRowChanges({
    owner: account.uid,
    ledger,
    store,
    selected,
    showDone,
  });
  const analysing = useAnalysis(ledger.editor, store, startAnalysis, showDone);
  const dialogs = useMappingDialogs({ ledger, store, selected, showDone });
  const isBusy = deletion !== null || analysing.isChoosing;
  useHeadingFocus(analysing.analysis.kind === 'report', focus.toHeading);

  return (
    <Stack gap="xs" onPointerDownCapture={focus.forget} onKeyDownCapture={focus.forget}>
      <header className={layout['baseline']}>
        <Title order={1} ref={focus.heading} tabIndex={-1}>
          Manage GL Mappings
        </Title>
        <ListFailure ledger={ledger} />
        <ListActions
          ledger={ledger}
          table={table}
          listed={listed}
          isAnalysing={analysing.analysis.kind === 'running'}
          isBusy={isBusy}
          onAdd={dialogs.add}
          onAnalyse={analysing.analyse}
        />
      </header>
      <LostEntries ledger={ledger} />
      <StoppedChangeSets ledger={ledger} uid={account.uid} onUpload={() => navigate('/upload')} />
      <TableSearch
        search={search}
        total={table?.total}
        onSearch={(text) => store.search(text)}
        filter={<AccountFilter ledger={ledger} account={filters.account} onAccount={filterByAccount} />}
        tryIt={<TryIt ledger={ledger} live={editing.live} />}
      />
      {dialogs.dialog}
      {deletion && deletion.of > 1 && <JobProgress label="Deleting…" share={deletion.done / deletion.of} />}
      <Analysis {...analysing} isBusy={isBusy} changed={table?.changedSinceAnalysis ?? 0} />
      <LetterTabs letter={chosenLetter} counts={table?.perLetter} onLetter={showLetter} onCopy={onCopy}>
        <TablePanel
          ledger={ledger}
          store={store}
          table={table}
          listed={listed}
          editing={editing}
          focus={focus}
          isBusy={isBusy}
          isDeleting={deletion !== null}
          onDelete={deleteOne}
          onOrder={sort}
          onCopy={copy}
          onChangeAccount={dialogs.changeAccount}
          onDeleteSelected={deleteAll}
        />
      </LetterTabs>
    </Stack>
  );
}

/** Which mappings the table lists: those of a letter, or all that a search or the filter by account finds. */
function useListed(store: TableStore) {
  const { letter, search, table, listed } = useSyncExternalStore(store.state.subscribe, store.state.get);
  useEffect(() => store.follow(), [store]);
  const { filters, setFilters } = useTableAddress(store);
  return {
    search,
    table,
    listed,
    filters,
    // While searching no tab is chosen: the search goes over all letters, and so do the mappings of one account.
    chosenLetter: search.trim() === '' && filters.account === null ? letter : null,
    showLetter: useCallback(
      (chosen: Letter) => {
        store.showLetter(chosen);
        setFilters({ account: null });
      },
      [store, setFilters],
    ),
    filterByAccount: useCallback((account: string | null) => setFilters({ account }), [setFilters]),
    sort: useCallback((order: TableOrder) => setFilters({ order }), [setFilters]),
  };
}

type RowChangesOptions = {
  owner: string;
  ledger: LedgerService;
  store: TableStore;
  /** Number of mappings that are selected. */
  selected: number;
  showDone: ReturnType<typeof useTableUndo>;
};

/** Editing a row and deleting rows; the focus goes to the row, or to one beside it. */
function useRowChanges({ owner, ledger, store, selected, showDone }: RowChangesOptions) {
  const focus = useRowFocus();
  const { want } = focus;
  const onSaved = useCallback((undo: BatchId | null) => showDone(messages.mappingUpdated, undo), [showDone]);
  const onEnd = useCallback((keys: readonly MappingKey[]) => want(keys, 'edit'), [want]);
  const editing = useRowEdit({ owner, ledger, store, onSaved, onEnd });
  const focusDelete = useCallback((keys: readonly MappingKey[]) => want(keys, 'delete'), [want]);
  const { deletion, deleteOne, deleteSelected } = useDeletion(ledger.editor, store, showDone, focusDelete);
  const deleteAll = useCallback(() => ignoreAfterExit(deleteSelected(selected)), [deleteSelected, selected]);
  useShortcut({ id: 'delete-selected', keys: 'Delete', label: 'Delete the selected mappings' }, deleteAll);
  return { focus, editing, deletion, deleteOne, deleteAll };
}

type AnalysisProps = ReturnType<typeof useAnalysis> & {
  isBusy: boolean;
  /** Mappings that have changed since the analysis. */
  changed: number;
};

/** The analysis while it runs, and its report. */
function Analysis({ analysis, isBusy, changed, ...act }: AnalysisProps) {
  const outdated = useMemo(
    () => (changed > 0 ? { note: analysisMessages.listChangedSince(changed), isFrozen: false } : null),
    [changed],
  );
  if (analysis.kind === 'none') return null;
  if (analysis.kind === 'running')
    return <JobProgress label="Analyzing keywords…" share={analysis.share} onCancel={act.cancel} />;
  return (
    <AnalysisReport
      consolidations={analysis.consolidations}
      isBusy={isBusy}
      originals={act.originals}
      onPreview={act.preview}
      onChoose={act.choose}
      outdated={outdated}
      onDismiss={act.dismiss}
      onAnalyseAgain={act.analyse}
      onClose={act.close}
    />
  );
}

/** Focuses the heading when the report disappears together with the focused element in it. */
function useHeadingFocus(hasReport: boolean, toHeading: () => void): void {
  const hadReport = useRef(false);
  useEffect(() => {
    if (hadReport.current && !hasReport) toHeading();
    hadReport.current = hasReport;
  }, [hasReport, toHeading]);
}

/** A message when the list could not be loaded, or is not what its history says; nothing otherwise. */
function ListFailure({ ledger }: { ledger: LedgerService }) {
  const list = useSyncExternalStore(ledger.list.subscribe, ledger.list.get);
  return (
    <Group gap="xs" role="status">
      {isOutOfReach(list) && (
        <>
          <Text c="var(--danger-text)">{messages.mappingsFailed}</Text>
          <Button size="compact-xs" onClick={() => ledger.retry()}>
            Retry
          </Button>
        </>
      )}
      {list.kind === 'mismatch' && <IntegrityMismatchNote ledger={ledger} mismatch={list.mismatch} />}
    </Group>
  );
}

type IntegrityMismatchNoteProps = { ledger: LedgerService; mismatch: IntegrityMismatch };

/** Says that the list is not what its history says, and lets an administrator accept it as it is. */
function IntegrityMismatchNote({ ledger, mismatch }: IntegrityMismatchNoteProps) {
  const { show } = useStatus();
  const [isAccepting, whileAccepting] = useBusy();
  const accept = async () => {
    const result = await whileAccepting(() => ledger.editor.acceptMismatch());
    if (result.kind === 'failed') show(databaseMessages.listAcceptFailed(result.detail));
  };
  return (
    <>
      <Text c="var(--danger-text)">
        {messages.listMismatch(mismatch.expected.count, mismatch.found.count)}
      </Text>
      <Button size="compact-xs" loading={isAccepting} onClick={() => ignoreAfterExit(accept())}>
        Accept this list
      </Button>
    </>
  );
}
