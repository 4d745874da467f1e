import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { BatchId } from '#contract/table.ts';
import { messages } from '#model/text/messages.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { validateMapping } from '#model/validation.ts';
import { AccountName } from '../chart/AccountName.tsx';
import { AccountWarning } from '../chart/AccountWarning.tsx';
import { KeywordWarning } from '../chart/KeywordWarning.tsx';
import { PreviewNote } from '../chart/PreviewNote.tsx';
import type { LedgerRun } from '../services/ledger.ts';
import { toFailedResult } from '../services/toFailedResult.ts';
import { ignoreAfterExit } from '../services/workerLink.ts';
import layout from '../ui/layout.module.css';
import { PlainField } from '../ui/PlainField.tsx';
import { useAnswer, useSettledAnswer } from '../ui/useAnswer.ts';
import { useBusy } from '../ui/useBusy.ts';
import { undoOf } from '../undo/undoText.ts';
import { useUndo } from '../undo/useUndo.ts';
import { MappingForm } from './MappingForm.tsx';
import type { RowStore } from './RowStore.ts';

/** Delay after the last key stroke before the preview is asked for. Milliseconds. */
const TYPING_MS = 150;

type Props = {
  store: RowStore;
  run: LedgerRun;
  row: number;
  description: string;
  glAccount: string;
  onRowOnly: () => void;
  onSaved: () => void;
  onClose: () => void;
};

/** Makes the account of a row a mapping for everybody, and shows beforehand what that does; or keeps it to the row. */
export function MappingDialog(props: Props) {
  const { store, run, row, description, glAccount, onRowOnly, onClose } = props;
  const previewId = useId();
  const { keyword, setKeyword, field } = useSuggestedKeyword(run, row, glAccount, description);
  // Somebody else's change of the list changes rows, and with them what is counted, as rows do that get classified.
  const revision = useSyncExternalStore(store.drawing.subscribe, store.drawing.get);
  const { kind } = useSyncExternalStore(store.progress.subscribe, store.progress.get);
  const isBlank = (keyword ?? '').trim() === '';
  const found = useSettledAnswer(
    isBlank ? null : JSON.stringify([keyword, glAccount, kind, revision]),
    () => run.previewKeyword(keyword ?? '', glAccount, row),
    TYPING_MS,
  );
  // Null as well where the rows have been replaced.
  const preview = found ?? null;
  const { save, problem, isSaving } = useSave(props, keyword ?? '');

  const onSubmit = () => {
    // What is saved is what was shown.
    if ((preview !== null && preview !== 'failed') || keyword?.trim() === '') ignoreAfterExit(save());
  };

  return (
    <MappingForm
      title="Save as mapping"
      heading={<Heading description={description} glAccount={glAccount} />}
      preview={<PreviewNote id={previewId} preview={keyword?.trim() === '' ? undefined : preview} hasRoom />}
      problem={problem}
      buttons={
        <>
          <Button variant="filled" type="submit" loading={isSaving}>
            Save mapping
          </Button>
          <Button disabled={isSaving} onClick={onRowOnly}>
            This row only
          </Button>
        </>
      }
      keys={rowAccountMessages.mappingKeys}
      onSubmit={onSubmit}
      onLinesOnly={onRowOnly}
      onClose={onClose}
    >
      <AccountWarning account={glAccount} />
      <PlainField
        ref={field}
        isFirst
        label="Keyword"
        description={keyword?.trim() === '' ? rowAccountMessages.keywordMissing : undefined}
        value={keyword ?? ''}
        onText={setKeyword}
        aria-describedby={previewId}
      />
      <KeywordWarning keyword={keyword ?? ''} />
    </MappingForm>
  );
}

function Heading({ description, glAccount }: Pick<Props, 'description' | 'glAccount'>) {
  return (
    <>
      <span className={layout['text']}>{description}</span> → <b>{glAccount}</b>
      <AccountName code={glAccount} />
    </>
  );
}

/** The keyword, at first the one that the worker suggests; null until it is known. It is selected, to be typed over. */
function useSuggestedKeyword(run: LedgerRun, row: number, glAccount: string, description: string) {
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { answer, hasFailed } = useAnswer(
    async () => ({ phrase: await run.unmatched.suggestKeyword(row, glAccount) }),
    [run, row, glAccount],
  );
  const isSuggested = answer !== null || hasFailed;
  const keyword = typed ?? (isSuggested ? (answer?.phrase ?? description.trim()) : null);
  const isAsSuggested = isSuggested && typed === null;
  useEffect(() => {
    if (isAsSuggested) field.current?.select();
  }, [isAsSuggested]);
  return { keyword, setKeyword: setTyped, field };
}

function useSave({ store, run, glAccount, onSaved }: Props, keyword: string) {
  const { showDone } = useUndo();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, whileSaving] = useBusy();

  async function save(): Promise<void> {
    const objection = validateMapping({ description: keyword, glAccount }) ?? null;
    setProblem(objection);
    if (objection !== null || isSaving) return;
    const result = await whileSaving(() => toFailedResult(run.unmatched.save([{ keyword, glAccount }])));
    if (result.kind === 'saved') {
      showSaved(result.undo);
      onSaved();
      return;
    }
    setProblem(
      result.kind === 'unstorable'
        ? messages.mappingUnstorable(keyword, result.problem)
        : messages.keywordFailed,
    );
    if (result.kind === 'failed') console.error('The mapping was not saved:', result.detail);
  }

  /** `changeSet` is null when the list had the mapping already. */
  function showSaved(changeSet: BatchId | null): void {
    if (changeSet !== null) store.recordSaved(changeSet);
    const undo = undoOf(changeSet, (id) => store.undoSaved(id));
    showDone(messages.keywordSaved(keyword.trim(), glAccount.trim()), undo);
  }

  return { save, problem, isSaving };
}
