import { Anchor, Button } from '@mantine/core';
import { type Ref, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { RowExplanation } from '#contract/ledger.ts';
import { MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import { grouped } from '#model/text/figures.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import type { LedgerRun } from '../../services/ledger.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
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
  /** Opens the choice of an account for a row. */
  onChoose: (row: number) => void;
  /** Goes back to the list. */
  onLeave: () => void;
};

/** Why the row under the keyboard or the pointer has its account. */
export function ExplanationPanel(props: Props) {
  const { ref, run, row, description, account, suggestion, isChosen, isAdmin, onChoose, onLeave } = props;
  const [explained, setExplained] = useState<(RowExplanation & { row: number }) | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that shows something else is explained again.
  useEffect(() => {
    let isOver = false;
    const explain = async () => {
      const answer = await run?.explain(row);
      if (!isOver) setExplained(answer ? { ...answer, row } : null);
    };
    const timer = setTimeout(() => dropAtEnd(explain()), REST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [run, row, description, account, suggestion]);

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
      {explained && (
        <>
          <span className={styles['row']}>Row {grouped(explained.row + 1)}:</span>{' '}
          {explained.explanation.kind === 'none' ? (
            <NoMapping
              {...explained}
              chosen={isChosen && explained.row === row ? account : undefined}
              isAdmin={isAdmin}
              onChoose={() => onChoose(explained.row)}
            />
          ) : (
            <Reason {...explained} isAdmin={isAdmin} />
          )}
        </>
      )}
    </section>
  );
}

type NoMappingProps = Pick<RowExplanation, 'description' | 'explanation'> & {
  /** The account that the row has of its own. */
  chosen: string | undefined;
  isAdmin: boolean;
  onChoose: () => void;
};

/** Why the row has no account from the list, and what can be done. */
function NoMapping({ description, explanation, chosen, isAdmin, onChoose }: NoMappingProps) {
  const isEmpty = explanation.kind === 'none' && explanation.reason === 'empty-list';
  const isShort = nonSpaceLength(description) < MIN_KEYWORD_LENGTH;
  const reason = isEmpty ? rowAccountMessages.listIsEmpty : rowAccountMessages.noMappingMatches;
  return (
    <>
      <span>
        {chosen === undefined ? reason : rowAccountMessages.accountIsOfRow(chosen)}
        {chosen === undefined && isShort && ` ${rowAccountMessages.lineTooShort(isAdmin)}`}
      </span>{' '}
      <Button size="compact-xs" variant="default" onClick={onChoose}>
        {chosen !== undefined
          ? 'Change the account'
          : isAdmin && !isShort
            ? 'Add mapping'
            : 'Choose an account'}
      </Button>
    </>
  );
}

function Reason({ description, explanation, isShown, isAdmin }: RowExplanation & { isAdmin: boolean }) {
  if (explanation.kind === 'blank') return <span>A blank line: it keeps its place and is not counted.</span>;
  if (explanation.kind === 'none') return null;
  const { kind, mapping, start, end, losers } = explanation;
  return (
    <>
      <span className={styles['description']}>
        {description.slice(0, start)}
        <mark className={styles['mark']}>{description.slice(start, end)}</mark>
        {description.slice(end)}
      </span>{' '}
      <span>
        {kind === 'exact' ? 'is the keyword ' : 'contains the keyword '}
        <b>{mapping.description}</b>
        {isShown ? ', so it gets ' : ', so it would now get '}
        <b>{mapping.glAccount}</b>
        {isShown ? '.' : '; the row keeps its account until you decide.'}
      </span>{' '}
      {losers.length > 0 && (
        <span className={styles['losers']}>
          Shorter keywords in it:{' '}
          {losers.map((loser) => `${loser.description} → ${loser.glAccount}`).join(', ')}.
        </span>
      )}{' '}
      {isAdmin && (
        <Anchor component={Link} to={`/database?search=${encodeURIComponent(mapping.description)}`} inherit>
          Show the mapping
        </Anchor>
      )}
    </>
  );
}
