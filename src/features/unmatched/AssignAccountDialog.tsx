import { Box, Button, Group, Text } from '@mantine/core';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import type { GroupId, NewMapping, QueueItem, SaveResult } from '#contract/unmatched.ts';
import { MAX_PROPOSED_AT_ONCE } from '#model/limits.ts';
import type { ProposedMapping } from '#model/proposal.ts';
import { grouped } from '#model/text/figures.ts';
import { messages } from '#model/text/messages.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { validateMapping } from '#model/validation.ts';
import { AccountWarning } from '../../chart/AccountWarning.tsx';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import { KeywordWarning } from '../../chart/KeywordWarning.tsx';
import { PreviewNote } from '../../chart/PreviewNote.tsx';
import { MappingForm } from '../../rows/MappingForm.tsx';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import layout from '../../ui/layout.module.css';
import { PlainField } from '../../ui/PlainField.tsx';
import { TickBox } from '../../ui/TickBox.tsx';
import { useSettledAnswer } from '../../ui/useAnswer.ts';
import { useBusy } from '../../ui/useBusy.ts';
import { withToggled } from '../../ui/withToggled.ts';
import { headingOf } from './QueueList.tsx';
import type { QueueState, QueueStore, RowsOnly } from './QueueStore.ts';

/** Keywords that can be edited; of selected groups more take the keyword that the list offers. */
export const MAX_FIELDS = 30;
/** Delay after the last key stroke before the preview is asked for. */
const TYPING_MS = 150;

/** How it ended: the mappings that were saved, and the lines that were given the account alone. */
export type AssignResult = {
  readonly saved: SaveResult;
  readonly mappings: readonly NewMapping[];
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
  onAssigned: (result: AssignResult) => void;
  onLinesOnly: (lines: readonly RowsOnly[]) => void;
  onPropose: (mappings: readonly ProposedMapping[], ids: readonly GroupId[]) => void;
  onClose: () => void;
};

/**
 * Accounts for groups: the keyword of each, editable, and what saving them does before it is done. Where the groups have
 * different accounts, each can be left out.
 */
export function AssignAccountDialog(props: Props) {
  const { store, state, items, accounts, isAdmin, onLinesOnly, onClose } = props;
  const previewId = useId();
  const chosen = useChosen(items, accounts);
  const { all, withKeyword, withoutKeyword } = chosen;
  const mappings = withKeyword.length;
  const linesOnly = () => onLinesOnly(all.map(linesOf));
  const preview = usePreview(store, state, withKeyword);
  const { save, problem, isSaving } = useAssign(props, chosen);
  const onSubmit = () => {
    if (mappings === 0) linesOnly();
    // What is saved is what was shown.
    else if (preview !== null && preview !== 'failed') ignoreAfterExit(save());
  };
  return (
    <MappingForm
      title={unmatchedMessages.dialogTitle(isAdmin, mappings, countOf(withoutKeyword))}
      heading={<Heading {...props} chosen={all.length} />}
      preview={
        <PreviewNote id={previewId} preview={mappings > 0 ? preview : undefined} hasGroups hasRoom>
          {isAdmin &&
            withoutKeyword.length > 0 &&
            unmatchedMessages.withoutKeyword(withoutKeyword.length, countOf(withoutKeyword))}
        </PreviewNote>
      }
      problem={problem}
      buttons={
        <>
          {mappings > 0 && (
            <Button
              variant="filled"
              type="submit"
              loading={isSaving}
              disabled={preview === null || preview === 'failed'}
            >
              {isAdmin ? unmatchedMessages.save(mappings) : proposeLabel(mappings)}
            </Button>
          )}
          <Button
            type={mappings > 0 ? 'button' : 'submit'}
            disabled={isSaving || all.length === 0}
            onClick={mappings > 0 ? linesOnly : undefined}
          >
            These lines only
          </Button>
        </>
      }
      keys={unmatchedMessages.dialogKeys(isAdmin)}
      onSubmit={onSubmit}
      onLinesOnly={linesOnly}
      onClose={onClose}
    >
      {!isReview(accounts) && <AccountWarning account={accounts[0] ?? ''} />}
      <KeywordFields items={items} accounts={accounts} chosen={chosen} describedBy={previewId} />
    </MappingForm>
  );
}

/** A group that gets an account, and the keyword as it is typed. */
type Chosen = { readonly item: QueueItem; readonly keyword: string; readonly glAccount: string };

const linesOf = ({ item, glAccount }: Chosen): RowsOnly => ({ id: item.id, glAccount });
const mappingOf = ({ keyword, glAccount }: Chosen): NewMapping => ({ keyword, glAccount });
/** Lines of the groups. */
const countOf = (chosen: readonly Chosen[]) => chosen.reduce((all, { item }) => all + item.count, 0);

/** The keywords as they are typed, and the groups that are not left out. */
function useChosen(items: readonly QueueItem[], accounts: readonly string[]) {
  const [keywords, setKeywords] = useState(() => items.map(({ phrase }) => phrase ?? ''));
  const [left, setLeft] = useState<ReadonlySet<GroupId>>(new Set());
  const all = items
    .map((item, i): Chosen => ({ item, keyword: keywords[i] ?? '', glAccount: accounts[i] ?? '' }))
    .filter(({ item }) => !left.has(item.id));
  return {
    keywords,
    setKeyword: (i: number, keyword: string) => setKeywords(keywords.with(i, keyword)),
    left,
    toggle: (id: GroupId) => setLeft(withToggled(left, id)),
    all,
    withKeyword: all.filter(({ keyword }) => keyword.trim() !== ''),
    withoutKeyword: all.filter(({ keyword }) => keyword.trim() === ''),
  };
}

/** Saves the mappings and gives the other lines their account, or proposes the mappings; says why that was not done. */
function useAssign(
  { store, isAdmin, onAssigned, onPropose }: Props,
  { withKeyword, withoutKeyword }: ReturnType<typeof useChosen>,
) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, whileSaving] = useBusy();
  const save = async () => {
    const wanted = withKeyword.map(mappingOf);
    const objection = objectionTo(wanted) ?? (isAdmin ? null : tooMany(wanted.length));
    setProblem(objection);
    if (objection !== null || isSaving) return;
    if (!isAdmin)
      return onPropose(
        withKeyword.map(proposedOf),
        withKeyword.map(({ item }) => item.id),
      );
    const alone = withoutKeyword.map(linesOf);
    const ids = [...withKeyword, ...withoutKeyword].map(({ item }) => item.id);
    const result = await whileSaving(() => store.assign(wanted, alone, ids));
    const { saved } = result;
    if (saved.kind === 'saved') return onAssigned(result);
    setProblem(whyNotSaved(saved));
  };
  return { save, problem, isSaving };
}

/** Why mappings were not saved, in words. */
export function whyNotSaved(saved: Exclude<SaveResult, { kind: 'saved' }>): string {
  if (saved.kind === 'unstorable') return messages.mappingUnstorable(saved.keyword, saved.problem);
  console.error('The mappings were not saved:', saved.detail);
  return unmatchedMessages.saveFailed(saved.count);
}

const isReview = (accounts: readonly string[]) => new Set(accounts).size > 1;

/** What gets which account. @param chosen number of groups that are not left out */
function Heading({ items, accounts, note, chosen }: Props & { chosen: number }) {
  const accountWords = useAccountWords();
  return (
    <>
      {isReview(accounts) ? (
        unmatchedMessages.reviewed(chosen)
      ) : (
        <>
          {items.length === 1 ? headingOf(items[0] as QueueItem) : unmatchedMessages.selected(items.length)} →{' '}
          <b>{accountWords(accounts[0] ?? '')}</b>
        </>
      )}
      {note !== null && <Text size="xs">{note}</Text>}
    </>
  );
}

type FieldsProps = Pick<Props, 'items' | 'accounts'> & {
  chosen: ReturnType<typeof useChosen>;
  describedBy: string;
};

/**
 * A field for each keyword, up to a number; at first all of the first one is selected, or the first box has the focus. Arrows
 * go from box to box, and from field to field.
 */
function KeywordFields({ items, accounts, chosen, describedBy }: FieldsProps) {
  const accountWords = useAccountWords();
  const field = useRef<HTMLInputElement>(null);
  const isReviewed = isReview(accounts);
  useEffect(() => {
    if (!isReviewed) field.current?.select();
  }, [isReviewed]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields
    <div className={`${layout['stack']} ${layout['scroller']}`} onKeyDown={moveToNext}>
      {items.slice(0, MAX_FIELDS).map((item, i) => (
        <KeywordField
          key={item.id}
          ref={i === 0 ? field : null}
          isOnly={items.length === 1}
          item={item}
          account={isReviewed ? accountWords(accounts[i] ?? '') : null}
          keyword={chosen.keywords[i] ?? ''}
          isLeft={chosen.left.has(item.id)}
          describedBy={describedBy}
          onKeyword={(keyword) => chosen.setKeyword(i, keyword)}
          onLeave={() => chosen.toggle(item.id)}
        />
      ))}
      {items.length > MAX_FIELDS && <Text>{unmatchedMessages.moreKeywords(items.length - MAX_FIELDS)}</Text>}
    </div>
  );
}

/** Up and down go to the next input of the same kind, around the ends. */
function moveToNext(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { target, currentTarget } = event;
  if (by === 0 || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const alike = [...currentTarget.querySelectorAll('input')].filter(
    ({ type, disabled }) => type === target.type && !disabled,
  );
  alike.at((alike.indexOf(target) + by) % alike.length)?.focus();
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
    <Group wrap="nowrap" gap="xs">
      {account !== null && (
        <TickBox
          {...(ref !== null && { 'data-autofocus': true })}
          aria-label={unmatchedMessages.accept(headingOf(item))}
          checked={!isLeft}
          onChange={on.onLeave}
        />
      )}
      <Box flex={1}>
        <PlainField
          ref={ref}
          isFirst={ref !== null && account === null}
          label={isOnly ? 'Keyword' : labelOf(item, account)}
          disabled={isLeft}
          description={keyword.trim() === '' ? unmatchedMessages.keywordMissing : undefined}
          value={keyword}
          onText={on.onKeyword}
          aria-describedby={describedBy}
        />
        <KeywordWarning keyword={keyword} />
      </Box>
    </Group>
  );
}

function labelOf(item: QueueItem, account: string | null): string {
  const label = unmatchedMessages.keywordOf(headingOf(item));
  return account === null ? label : `${label} (${grouped(item.count)}) → ${account}`;
}

const proposeLabel = (mappings: number) =>
  mappings === 1 ? proposalMessages.propose : unmatchedMessages.proposeSeveral(mappings);

function tooMany(mappings: number): string | null {
  return mappings > MAX_PROPOSED_AT_ONCE ? unmatchedMessages.tooManyToPropose(MAX_PROPOSED_AT_ONCE) : null;
}

function proposedOf({ item, keyword, glAccount }: Chosen): ProposedMapping {
  return { keyword, account: glAccount, line: item.examples[0] ?? null };
}

/** Why one of the mappings cannot be saved; null: nothing is wrong. */
function objectionTo(wanted: readonly NewMapping[]): string | null {
  for (const { keyword, glAccount } of wanted) {
    const objection = validateMapping({ description: keyword, glAccount });
    if (objection !== undefined && objection !== null)
      return wanted.length === 1 ? objection : unmatchedMessages.objectionTo(keyword, objection);
  }
  return null;
}

/** What saving would do; null while that is not known. */
function usePreview(store: QueueStore, { revision }: QueueState, withKeyword: readonly Chosen[]) {
  const wanted = withKeyword.map(mappingOf);
  const ids = withKeyword.map(({ item }) => item.id);
  const question = wanted.length === 0 ? null : JSON.stringify([wanted, revision]);
  return useSettledAnswer(question, () => store.preview(wanted, ids, 'dialog'), TYPING_MS) ?? null;
}
