import { Anchor, Box, Button, Group, Text } from '@mantine/core';
import { Fragment, type ReactNode, type Ref, useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import type { RowExplanation } from '#contract/ledger.ts';
import { type MappingKey, MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import { grouped } from '#model/text/figures.ts';
import { guessWords } from '#model/text/guessWords.ts';
import { messages } from '#model/text/messages.ts';
import { readingMessages } from '#model/text/readingMessages.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import type { RowView } from '../../rows/RowBuffer.ts';
import type { RowGuesses } from '../../rows/RowGuesses.ts';
import type { ShownNames } from '../../rows/RowStore.ts';
import type { LedgerRun, LedgerService } from '../../services/ledger.ts';
import { Inspector, InspectorAccount, InspectorPart, useHasInspector } from '../../ui/Inspector.tsx';
import layout from '../../ui/layout.module.css';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useAnswer, useSettledAnswer } from '../../ui/useAnswer.ts';
import { columnPlace } from './columnLabel.ts';
import styles from './ExplanationPanel.module.css';

/** Delay before a row is explained: not every row that the pointer crosses needs it. */
const REST_MS = 120;

type Props = Pick<RowView, 'description' | 'account' | 'suggestion' | 'isChosen'> & {
  ref: Ref<HTMLElement>;
  ledger: LedgerService;
  /** Of the rows; others with every change of them. Null while they are being classified. */
  counts: { readonly all: number } | null;
  run: LedgerRun | null;
  row: number;
  isAdmin: boolean;
  names: ShownNames | null;
  guesses: RowGuesses;
  /** Opens the choice of an account for a row. */
  onChoose: (row: number) => void;
  /** Goes back to the list. */
  onLeave: () => void;
};

/** Why the row under the keyboard or the pointer has its account. */
export function ExplanationPanel(props: Props) {
  const { ref, ledger, counts, run, row, description, account, suggestion, isChosen } = props;
  const hasInspector = useHasInspector();
  const { isAdmin, names, guesses, onChoose, onLeave } = props;
  const { makeRoom } = useStatus();
  const [isOpen, setOpen] = useState(false);
  const { answer } = useAnswer(
    async () => ({ run, row, answer: await run?.explain(row) }),
    // A row that shows something else is explained again.
    [run, row, description, account, suggestion],
    REST_MS,
  );
  // A row of the former text is none of these.
  const explained = answer?.answer && answer.run === run ? { ...answer.answer, row: answer.row } : null;

  return (
    <Inspector
      ref={ref}
      tabIndex={-1}
      className={styles['why']}
      label="Why this account"
      title="Why this account"
      isFilling
      data-open={isOpen || undefined}
      tools={
        <span className={layout['cluster']}>
          {explained && <span className={layout['note']}>Row {grouped(explained.row + 1)}</span>}
          <Button
            size="compact-xs"
            variant="subtle"
            hiddenFrom="lg"
            aria-expanded={isOpen}
            onClick={() => {
              makeRoom();
              setOpen(!isOpen);
            }}
          >
            {isOpen ? 'Show less' : 'Show more'}
          </Button>
        </span>
      }
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        setOpen(false);
        onLeave();
      }}
    >
      {explained &&
        (explained.explanation.kind === 'none' && explained.noPayment === null ? (
          <NoMapping
            {...explained}
            chosen={isChosen && explained.row === row ? account : undefined}
            isAdmin={isAdmin}
            onChoose={() => onChoose(explained.row)}
          >
            {run && (
              <LikelyAccounts run={run} row={explained} guesses={guesses} names={names} isOpen={isOpen} />
            )}
          </NoMapping>
        ) : (
          <Reason {...explained} isAdmin={isAdmin} names={names} />
        ))}
      {explained && explained.otherCells.length > 0 && <OtherColumns cells={explained.otherCells} />}
      {/* Last: it comes a moment later. */}
      {hasInspector && counts && explained?.noPayment === null && 'mapping' in explained.explanation && (
        <ThisMapping ledger={ledger} counts={counts} mappingKey={explained.explanation.mapping.key} />
      )}
    </Inspector>
  );
}

type NoMappingProps = Pick<RowExplanation, 'description' | 'explanation'> & {
  /** The account that the row has of its own. */
  chosen: string | undefined;
  isAdmin: boolean;
  onChoose: () => void;
  /** Below. */
  children: ReactNode;
};

/** Why the row has no account from the list, and what can be done. */
function NoMapping({ description, explanation, chosen, isAdmin, onChoose, children }: NoMappingProps) {
  const isEmpty = explanation.kind === 'none' && explanation.reason === 'empty-list';
  const isShort = nonSpaceLength(description) < MIN_KEYWORD_LENGTH;
  const reason = isEmpty ? rowAccountMessages.listIsEmpty : rowAccountMessages.noMappingMatches;
  return (
    <>
      <InspectorPart>
        {description !== '' && <Description>{description}</Description>}
        <div className={layout['cluster']}>
          <span>
            {chosen === undefined ? reason : rowAccountMessages.accountIsOfRow(chosen)}
            {chosen === undefined && isShort && ` ${rowAccountMessages.lineTooShort(isAdmin)}`}
          </span>{' '}
          <Button size="compact-xs" variant="light" onClick={onChoose}>
            {chosen !== undefined
              ? 'Change the account'
              : isAdmin && !isShort
                ? 'Add mapping'
                : 'Choose an account'}
          </Button>
        </div>
      </InspectorPart>
      {chosen === undefined && children}
    </>
  );
}

type LikelyProps = {
  run: LedgerRun;
  row: RowExplanation & { readonly row: number };
  guesses: RowGuesses;
  names: ShownNames | null;
  /** The sheet is pulled up, which else has no room for them. */
  isOpen: boolean;
};

/** The accounts that are likely for the row, and why; asked for only where there is room for them. */
function LikelyAccounts({ run, row: { row, description }, guesses, names, isOpen }: LikelyProps) {
  const hasInspector = useHasInspector();
  const hasRoom = hasInspector || isOpen;
  const known = useSyncExternalStore(guesses.state.subscribe, guesses.state.get);
  useEffect(() => {
    if (hasRoom) guesses.want(run, { row, description });
  }, [hasRoom, guesses, run, row, description]);
  const likely = known.get(description) ?? [];
  if (!hasRoom || likely.length === 0) return null;
  return (
    <InspectorPart title="Likely accounts">
      <ul className={layout['stack']}>
        {likely.map((guess) => (
          <li key={guess.glAccount} className={layout['wrap']}>
            <b>{guess.glAccount}</b> {names?.get(guess.glAccount)}
            <div className={layout['note']}>{guessWords(guess)}</div>
          </li>
        ))}
      </ul>
    </InspectorPart>
  );
}

/** The text of the row. */
function Description({ children }: { children: ReactNode }) {
  return (
    <Text size="md" fw={500} className={layout['text']}>
      {children}
    </Text>
  );
}

type ReasonProps = RowExplanation & { isAdmin: boolean; names: ShownNames | null };

/** The keyword that decided, and those that it was longer than. */
function Reason({ description, explanation, isShown, noPayment, isAdmin, names }: ReasonProps) {
  if (noPayment !== null)
    return (
      <InspectorPart>
        <Description>{description}</Description>
        {readingMessages.noPayment(noPayment)}
      </InspectorPart>
    );
  if (explanation.kind === 'blank') return <InspectorPart>{messages.blankLine}</InspectorPart>;
  if (explanation.kind === 'none') return null;
  const { kind, mapping, start, end, losers } = explanation;
  return (
    <>
      <InspectorPart>
        <Description>
          {description.slice(0, start)}
          <mark>{description.slice(start, end)}</mark>
          {description.slice(end)}
        </Description>{' '}
        <span className={layout['quiet']}>
          {kind === 'exact' ? 'is the keyword ' : 'contains the keyword '}
          <b>{mapping.description}</b>
          {isShown ? ', so it gets ' : ', so it would now get '}
          <b>{mapping.glAccount}</b>
          {isShown ? '.' : '; the row keeps its account until you decide.'}
        </span>{' '}
        <InspectorAccount code={mapping.glAccount}>{names?.get(mapping.glAccount)}</InspectorAccount>
        {isAdmin && (
          <Anchor component={Link} to={`/database?search=${encodeURIComponent(mapping.description)}`} inherit>
            Show the mapping
          </Anchor>
        )}
      </InspectorPart>
      {losers.length > 0 && <Losers mapping={mapping} losers={losers} />}
    </>
  );
}

type LosersProps = Pick<
  Extract<RowExplanation['explanation'], { kind: 'exact' | 'contained' }>,
  'mapping' | 'losers'
>;

/** The shorter keywords, each with a bar as long as it is beside the one that decided. */
function Losers({ mapping, losers }: LosersProps) {
  const longest = mapping.description.length;
  return (
    <InspectorPart
      title={
        <span className={layout['between']}>
          Shorter keywords in it <span className={layout['note']}>the longest keyword wins</span>
        </span>
      }
    >
      <ul className={layout['stack']}>
        {losers.map(({ description, glAccount }) => (
          <li key={description}>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <span className={layout['wrap']}>{description}</span> <b>{glAccount}</b>
            </Group>
            <Box
              w={`${(100 * description.length) / longest}%`}
              h={4}
              mt={4}
              bdrs="xs"
              bg="var(--neutral-data)"
            />
          </li>
        ))}
      </ul>
    </InspectorPart>
  );
}

/** What the table has beside the description, as a date and an amount. */
function OtherColumns({ cells }: { cells: RowExplanation['otherCells'] }) {
  return (
    <InspectorPart title="The other columns">
      <Facts facts={cells.map(({ column, name, text }) => [name || columnPlace(column), text])} />
    </InspectorPart>
  );
}

type MappingProps = {
  ledger: LedgerService;
  counts: NonNullable<Props['counts']>;
  mappingKey: MappingKey;
};

/** How many of the rows get their account from the mapping. */
function ThisMapping({ ledger, counts, mappingKey }: MappingProps) {
  const use = useSettledAnswer(mappingKey, () => ledger.table.use(mappingKey), REST_MS, counts);
  if (use === null || use === 'failed' || use.rows === null) return null;
  return (
    <InspectorPart title="This mapping">
      <Facts facts={[['Gets', rowAccountMessages.ofTheseRows(use.rows.count, counts.all)]]} />
    </InspectorPart>
  );
}

const FACTS = {
  display: 'grid',
  gridTemplateColumns: 'fit-content(40%) minmax(0, 1fr)',
  gap: 'var(--s1) var(--s3)',
};

/** Facts beside their names. */
function Facts({ facts }: { facts: readonly (readonly [name: string, text: string])[] }) {
  return (
    <dl style={FACTS}>
      {facts.map(([name, text], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name, and none moves
        <Fragment key={i}>
          <dt className={layout['quiet']}>{name}</dt>
          <dd className={layout['text']}>{text}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
