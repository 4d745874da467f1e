import { Button, Text, TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { MappingsPreview, QueueItem, SaveResult, WantedMapping } from '#contract/unmatched.ts';
import { grouped } from '#model/text/figures.ts';
import { messages } from '#model/text/messages.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { validateMapping } from '#model/validation.ts';
import { KeywordWarning } from '../../chart/KeywordWarning.tsx';
import { MappingForm } from '../../rows/MappingForm.tsx';
import { dropAtEnd } from '../../services/workerLink.ts';
import { useSettledAnswer } from '../../ui/useSettledAnswer.ts';
import styles from './AssignAccountDialog.module.css';
import { headingOf } from './QueueList.tsx';
import type { QueueState, QueueStore } from './QueueStore.ts';

/** Keywords that can be edited; more groups take the keyword that the list offers. */
const MAX_FIELDS = 30;
/** Delay after the last key stroke before the effect is asked for. */
const TYPING_MS = 150;

/** How it ended: the mappings that were saved, and the lines that were given the account alone. */
export type Settled = {
  readonly saved: SaveResult;
  readonly mappings: readonly WantedMapping[];
  readonly lines: number;
};

type Props = {
  store: QueueStore;
  state: QueueState;
  items: readonly QueueItem[];
  glAccount: string;
  isAdmin: boolean;
  onSettled: (settled: Settled) => void;
  onLinesOnly: () => void;
  onPropose: ((mappings: readonly WantedMapping[]) => void) | undefined;
  onClose: () => void;
};

/** One account for groups: the keyword of each, editable, and what saving them does before it is done. */
export function AssignAccountDialog(props: Props) {
  const { store, state, items, glAccount, isAdmin, onSettled, onLinesOnly, onPropose, onClose } = props;
  const effect = useId();
  const [keywords, setKeywords] = useState(() => items.map(({ phrase }) => phrase ?? ''));
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const wanted = keywords
    .filter((keyword) => keyword.trim() !== '')
    .map((keyword) => ({ keyword, glAccount }));
  const mapped = items.filter((_, i) => keywords[i]?.trim() !== '');
  const alone = items.filter((_, i) => keywords[i]?.trim() === '');
  const preview = usePreview(store, state, wanted, mapped);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);

  const save = async () => {
    const objection = objectionTo(wanted);
    setProblem(objection);
    if (objection !== null || isSaving) return;
    if (!isAdmin) {
      onPropose?.(wanted);
      return onClose();
    }
    setSaving(true);
    const settled = await store.settle(
      wanted,
      alone.map(({ id }) => id),
      glAccount,
    );
    setSaving(false);
    const { saved } = settled;
    if (saved.kind === 'saved') return onSettled(settled);
    if (saved.kind === 'failed') console.error('The mappings were not saved:', saved.detail);
    setProblem(
      saved.kind === 'unstorable'
        ? messages.mappingUnstorable(saved.keyword, saved.problem)
        : unmatchedMessages.saveFailed(saved.count),
    );
  };
  const onSubmit = () => {
    if (wanted.length === 0) onLinesOnly();
    // What is saved is what was shown.
    else if (preview !== null && preview !== 'failed') dropAtEnd(save());
  };

  return (
    <MappingForm
      title={isAdmin ? 'Save as mapping' : 'Propose a mapping'}
      heading={
        <>
          {items.length === 1 ? headingOf(items[0] as QueueItem) : unmatchedMessages.ticked(items.length)} →{' '}
          <b>{glAccount}</b>
        </>
      }
      effectId={effect}
      effect={
        <>
          {wanted.length > 0 &&
            (preview === null ? rowAccountMessages.countingRows : describe(preview, linesOf(mapped)))}
          {isAdmin &&
            alone.length > 0 &&
            ` ${unmatchedMessages.withoutKeyword(alone.length, linesOf(alone))}`}
        </>
      }
      problem={problem}
      buttons={
        <>
          {wanted.length > 0 && (
            <Button type="submit" loading={isSaving}>
              {isAdmin ? saveLabel(wanted.length) : 'Propose to the admins'}
            </Button>
          )}
          <Button
            type={wanted.length > 0 ? 'button' : 'submit'}
            variant="default"
            disabled={isSaving}
            onClick={wanted.length > 0 ? onLinesOnly : undefined}
          >
            These lines only
          </Button>
        </>
      }
      keys={unmatchedMessages.dialogKeys}
      onSubmit={onSubmit}
      onLinesOnly={onLinesOnly}
      onClose={onClose}
    >
      <div className={styles['fields']}>
        {items.slice(0, MAX_FIELDS).map((item, i) => (
          <div key={item.id}>
            <TextInput
              ref={i === 0 ? field : null}
              {...(i === 0 && { 'data-autofocus': true })}
              size={items.length === 1 ? 'sm' : 'xs'}
              label={items.length === 1 ? 'Keyword' : `Keyword of ${headingOf(item)}`}
              description={keywords[i]?.trim() === '' ? unmatchedMessages.keywordMissing : undefined}
              value={keywords[i] ?? ''}
              onChange={(event) => setKeywords(keywords.with(i, event.currentTarget.value))}
              autoComplete="off"
              spellCheck={false}
              aria-describedby={effect}
            />
            <KeywordWarning keyword={keywords[i] ?? ''} />
          </div>
        ))}
        {items.length > MAX_FIELDS && (
          <Text size="sm">{unmatchedMessages.moreKeywords(items.length - MAX_FIELDS)}</Text>
        )}
      </div>
    </MappingForm>
  );
}

const linesOf = (items: readonly QueueItem[]) => items.reduce((all, { count }) => all + count, 0);
const saveLabel = (mappings: number) =>
  mappings === 1 ? 'Save mapping' : `Save ${grouped(mappings)} mappings`;

/** Why one of the mappings cannot be saved; null: nothing is wrong. */
function objectionTo(wanted: readonly WantedMapping[]): string | null {
  for (const { keyword, glAccount } of wanted) {
    const objection = validateMapping({ description: keyword, glAccount });
    if (objection !== undefined && objection !== null)
      return wanted.length === 1 ? objection : unmatchedMessages.objectionTo(keyword, objection);
  }
  return null;
}

/** What saving would do; null while that is not known. */
function usePreview(
  store: QueueStore,
  { revision }: QueueState,
  wanted: readonly WantedMapping[],
  mapped: readonly QueueItem[],
): MappingsPreview | 'failed' | null {
  const ids = mapped.map(({ id }) => id);
  const question = wanted.length === 0 ? null : JSON.stringify([wanted, revision]);
  return useSettledAnswer(question, () => store.preview(wanted, ids), TYPING_MS) ?? null;
}

/** The effect in sentences. @param lines those of the groups that have a keyword */
function describe(effect: MappingsPreview | 'failed', lines: number): string {
  if (effect === 'failed') return rowAccountMessages.countingFailed;
  const { unmatched, ofRows, others, ownTexts, replaced } = effect;
  const sentences = [rowAccountMessages.linesGetIt(unmatched)];
  if (ofRows < lines) sentences.push(unmatchedMessages.linesLeft(lines - ofRows));
  if (others > 0) sentences.push(rowAccountMessages.linesToVerify(others));
  if (ownTexts > 0) sentences.push(rowAccountMessages.ownTextsElsewhere(ownTexts));
  if (replaced.length > 0) sentences.push(unmatchedMessages.replaces(replaced));
  return sentences.join(' ');
}
