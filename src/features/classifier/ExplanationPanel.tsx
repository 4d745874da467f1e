import { Anchor, Button } from '@mantine/core';
import { type ReactNode, type Ref, useEffect, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import type { RowExplanation } from '#contract/ledger.ts';
import { MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import { grouped } from '#model/text/figures.ts';
import { guessWords } from '#model/text/guessWords.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import type { RowGuesses } from '../../rows/RowGuesses.ts';
import type { ShownNames } from '../../rows/RowStore.ts';
import type { LedgerRun } from '../../services/ledger.ts';
import { useHasInspector } from '../../ui/Inspector.tsx';
import { useAnswer } from '../../ui/useAnswer.ts';
import styles from './ExplanationPanel.module.css';

/** Delay before a row is explained: not every row that the pointer crosses needs it. */
const REST_MS = 120;

type Props = {
  ref: Ref<HTMLElement>;
  run: LedgerRun | null;
  row: number;
  /** What the row shows; when it changes, the row is explained again. */
  description: string;
  account: string | undefined;
  suggestion: string | undefined;
  /** Whether the row has an account of its own. */
  isChosen: boolean;
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
  const { ref, run, row, description, account, suggestion, isChosen } = props;
  const { isAdmin, names, guesses, onChoose, onLeave } = props;
  const { answer } = useAnswer(
    async () => ({ row, answer: await run?.explain(row) }),
    // A row that shows something else is explained again.
    [run, row, description, account, suggestion],
    REST_MS,
  );
  const explained = answer?.answer ? { ...answer.answer, row: answer.row } : null;

  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={styles['why']}
      aria-label="Why this account"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave();
      }}
    >
      <header className={styles['head']}>
        <h2 className={styles['title']}>Why this account</h2>
        {explained && <span className={styles['row']}>Row {grouped(explained.row + 1)}</span>}
      </header>
      {explained &&
        (explained.explanation.kind === 'none' ? (
          <NoMapping
            {...explained}
            chosen={isChosen && explained.row === row ? account : undefined}
            isAdmin={isAdmin}
            onChoose={() => onChoose(explained.row)}
          >
            {run && <LikelyAccounts run={run} row={explained} guesses={guesses} names={names} />}
          </NoMapping>
        ) : (
          <Reason {...explained} isAdmin={isAdmin} names={names} />
        ))}
    </section>
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
    <div className={styles['part']}>
      {description !== '' && <p className={styles['description']}>{description}</p>}
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
      {chosen === undefined && children}
    </div>
  );
}

type LikelyProps = {
  run: LedgerRun;
  row: RowExplanation & { readonly row: number };
  guesses: RowGuesses;
  names: ShownNames | null;
};

/** The accounts that are likely for the row, and why; asked for only where there is room for them. */
function LikelyAccounts({ run, row: { row, description }, guesses, names }: LikelyProps) {
  const hasRoom = useHasInspector();
  const known = useSyncExternalStore(guesses.state.subscribe, guesses.state.get);
  useEffect(() => {
    if (hasRoom) guesses.want(run, { row, description });
  }, [hasRoom, guesses, run, row, description]);
  const likely = known.get(description) ?? [];
  if (!hasRoom || likely.length === 0) return null;
  return (
    <>
      <h3 className={styles['heading']}>Likely accounts</h3>
      <ul className={styles['likely']}>
        {likely.map((guess) => (
          <li key={guess.glAccount}>
            <b>{guess.glAccount}</b> {names?.byCode.get(guess.glAccount)}
            <span className={styles['row']}>{guessWords(guess)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

type ReasonProps = RowExplanation & { isAdmin: boolean; names: ShownNames | null };

/** The keyword that decided, and those that it was longer than. */
function Reason({ description, explanation, isShown, isAdmin, names }: ReasonProps) {
  if (explanation.kind === 'blank')
    return <p className={styles['part']}>A blank line: it keeps its place and is not counted.</p>;
  if (explanation.kind === 'none') return null;
  const { kind, mapping, start, end, losers } = explanation;
  return (
    <>
      <div className={styles['part']}>
        <span className={styles['description']}>
          {description.slice(0, start)}
          <mark>{description.slice(start, end)}</mark>
          {description.slice(end)}
        </span>{' '}
        <span className={styles['reason']}>
          {kind === 'exact' ? 'is the keyword ' : 'contains the keyword '}
          <b>{mapping.description}</b>
          {isShown ? ', so it gets ' : ', so it would now get '}
          <b>{mapping.glAccount}</b>
          {isShown ? '.' : '; the row keeps its account until you decide.'}
        </span>{' '}
        <p className={styles['account']}>
          <b>{mapping.glAccount}</b> {names?.byCode.get(mapping.glAccount)}
        </p>
        {isAdmin && (
          <Anchor component={Link} to={`/database?search=${encodeURIComponent(mapping.description)}`} inherit>
            Show the mapping
          </Anchor>
        )}
      </div>
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
    <div className={styles['part']}>
      <h3 className={styles['heading']}>
        Shorter keywords in it <span className={styles['row']}>the longest keyword wins</span>
      </h3>
      <ul className={styles['losers']}>
        {losers.map(({ description, glAccount }) => (
          <li key={description}>
            <span className={styles['keyword']}>{description}</span> <b>{glAccount}</b>
            <span
              className={styles['length']}
              style={{ inlineSize: `${(100 * description.length) / longest}%` }}
              aria-hidden="true"
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
