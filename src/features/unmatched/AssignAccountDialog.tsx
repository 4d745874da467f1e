import { Button, Text, TextInput } from '@mantine/core';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import type { GroupId, MappingsPreview, QueueItem, SaveResult, WantedMapping } from '#contract/unmatched.ts';
import { MAX_PROPOSED_AT_ONCE } from '#model/limits.ts';
import type { ProposedMapping } from '#model/mappingProposal.ts';
import { grouped } from '#model/text/figures.ts';
import { messages } from '#model/text/messages.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { validateMapping } from '#model/validation.ts';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import { KeywordWarning } from '../../chart/KeywordWarning.tsx';
import { MappingForm } from '../../rows/MappingForm.tsx';
import { dropAtEnd } from '../../services/workerLink.ts';
import plain from '../../ui/plainRow.module.css';
import { useSettledAnswer } from '../../ui/useAnswer.ts';
import styles from './AssignAccountDialog.module.css';
import { headingOf } from './QueueList.tsx';
import type { LinesAlone, QueueState, QueueStore } from './QueueStore.ts';

/** Keywords that can be edited; of ticked groups more take the keyword that the list offers. */
export const MAX_FIELDS = 30;
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
  /** By item. */
  accounts: readonly string[];
  /** Above the fields, where not all that could be accepted are shown. */
  note: string | null;
  isAdmin: boolean;
  onSettled: (settled: Settled) => void;
  onLinesOnly: (lines: readonly LinesAlone[]) => void;
  onPropose: (mappings: readonly ProposedMapping[], ids: readonly GroupId[]) => void;
  onClose: () => void;
};

/**
 * Accounts for groups: the keyword of each, editable, and what saving them does before it is done. Where the groups have
 * different accounts, each can be left out.
 */
export function AssignAccountDialog(props: Props) {
  const { store, state, items, accounts, note, isAdmin, onSettled, onLinesOnly, onPropose, onClose } = props;
  const effect = useId();
  const accountWords = useAccountWords();
  const [keywords, setKeywords] = useState(() => items.map(({ phrase }) => phrase ?? ''));
  const [left, setLeft] = useState<ReadonlySet<GroupId>>(new Set());
  const isReview = new Set(accounts).size > 1;
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const chosen = items
    .map((item, i) => ({ item, keyword: keywords[i] ?? '', glAccount: accounts[i] ?? '' }))
    .filter(({ item }) => !left.has(item.id));
  const withKeyword = chosen.filter(({ keyword }) => keyword.trim() !== '');
  const wanted = withKeyword.map(({ keyword, glAccount }) => ({ keyword, glAccount }));
  const mapped = withKeyword.map(({ item }) => item);
  const withoutKeyword = chosen.filter(({ keyword }) => keyword.trim() === '');
  const alone = withoutKeyword.map(({ item }) => item);
  const linesOnly = () => onLinesOnly(chosen.map(({ item, glAccount }) => ({ id: item.id, glAccount })));
  const preview = usePreview(store, state, wanted, mapped);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);

  const save = async () => {
    const objection = isAdmin ? objectionTo(wanted) : (objectionTo(wanted) ?? tooMany(wanted.length));
    setProblem(objection);
    if (objection !== null || isSaving) return;
    if (!isAdmin)
      return onPropose(
        withKeyword.map(proposedOf),
        mapped.map(({ id }) => id),
      );
    setSaving(true);
    const settled = await store.settle(
      wanted,
      withoutKeyword.map(({ item, glAccount }) => ({ id: item.id, glAccount })),
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
    if (wanted.length === 0) linesOnly();
    // What is saved is what was shown.
    else if (preview !== null && preview !== 'failed') dropAtEnd(save());
  };

  return (
    <MappingForm
      title={titleOf(wanted.length, linesOf(alone), isAdmin)}
      heading={
        <>
          {isReview ? (
            unmatchedMessages.reviewed(chosen.length)
          ) : (
            <>
              {items.length === 1 ? headingOf(items[0] as QueueItem) : unmatchedMessages.ticked(items.length)}{' '}
              → <b>{accountWords(accounts[0] ?? '')}</b>
            </>
          )}
          {note !== null && <Text size="xs">{note}</Text>}
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
              {isAdmin ? saveLabel(wanted.length) : proposeLabel(wanted.length)}
            </Button>
          )}
          <Button
            type={wanted.length > 0 ? 'button' : 'submit'}
            variant="default"
            disabled={isSaving || chosen.length === 0}
            onClick={wanted.length > 0 ? linesOnly : undefined}
          >
            These lines only
          </Button>
        </>
      }
      keys={unmatchedMessages.dialogKeys}
      onSubmit={onSubmit}
      onLinesOnly={linesOnly}
      onClose={onClose}
    >
      <div className={styles['fields']}>
        {items.slice(0, MAX_FIELDS).map((item, i) => (
          <KeywordField
            key={item.id}
            ref={i === 0 ? field : null}
            isOnly={items.length === 1}
            item={item}
            account={isReview ? accountWords(accounts[i] ?? '') : null}
            keyword={keywords[i] ?? ''}
            isLeft={left.has(item.id)}
            describedBy={effect}
            onKeyword={(keyword) => setKeywords(keywords.with(i, keyword))}
            onLeave={() => setLeft(toggled(left, item.id))}
          />
        ))}
        {items.length > MAX_FIELDS && (
          <Text size="sm">{unmatchedMessages.moreKeywords(items.length - MAX_FIELDS)}</Text>
        )}
      </div>
    </MappingForm>
  );
}

type FieldProps = {
  ref: Ref<HTMLInputElement>;
  /** There is no other group. */
  isOnly: boolean;
  item: QueueItem;
  /** Where groups have different accounts, the one of this group, which can be left out. */
  account: string | null;
  keyword: string;
  isLeft: boolean;
  describedBy: string;
  onKeyword: (keyword: string) => void;
  onLeave: () => void;
};

/** The keyword of one group; the first one gets the focus. */
function KeywordField({ ref, isOnly, item, account, keyword, isLeft, describedBy, ...on }: FieldProps) {
  return (
    <div className={account === null ? undefined : styles['reviewed']}>
      {account !== null && (
        <input
          type="checkbox"
          className={plain['box']}
          aria-label={unmatchedMessages.accept(headingOf(item))}
          checked={!isLeft}
          onChange={on.onLeave}
        />
      )}
      <div>
        <TextInput
          ref={ref}
          {...(ref !== null && { 'data-autofocus': true })}
          size={isOnly ? 'sm' : 'xs'}
          label={isOnly ? 'Keyword' : labelOf(item, account)}
          disabled={isLeft}
          description={keyword.trim() === '' ? unmatchedMessages.keywordMissing : undefined}
          value={keyword}
          onChange={(event) => on.onKeyword(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={describedBy}
        />
        <KeywordWarning keyword={keyword} />
      </div>
    </div>
  );
}

/** What is going to happen: without any keyword no mapping is saved. */
function titleOf(mappings: number, lines: number, isAdmin: boolean): string {
  if (mappings === 0) return lines === 1 ? 'Use for this row' : 'Use for these rows';
  if (isAdmin) return 'Save as mapping';
  return mappings === 1 ? 'Propose a mapping' : 'Propose mappings';
}

function toggled(ids: ReadonlySet<GroupId>, id: GroupId): ReadonlySet<GroupId> {
  const others = new Set(ids);
  if (!others.delete(id)) others.add(id);
  return others;
}

function labelOf(item: QueueItem, account: string | null): string {
  return account === null
    ? `Keyword of ${headingOf(item)}`
    : `Keyword of ${headingOf(item)} (${grouped(item.count)}) → ${account}`;
}

const linesOf = (items: readonly QueueItem[]) => items.reduce((all, { count }) => all + count, 0);
const saveLabel = (mappings: number) =>
  mappings === 1 ? 'Save mapping' : `Save ${grouped(mappings)} mappings`;

const proposeLabel = (mappings: number) =>
  mappings === 1 ? proposalMessages.propose : `Propose ${grouped(mappings)} mappings`;

function tooMany(mappings: number): string | null {
  return mappings > MAX_PROPOSED_AT_ONCE ? unmatchedMessages.tooManyToPropose(MAX_PROPOSED_AT_ONCE) : null;
}

type Chosen = { readonly item: QueueItem; readonly keyword: string; readonly glAccount: string };

function proposedOf({ item, keyword, glAccount }: Chosen): ProposedMapping {
  return { keyword, account: glAccount, line: item.examples[0] ?? null };
}

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
