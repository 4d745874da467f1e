import { Box, Button, Text, Textarea } from '@mantine/core';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { MAX_TRIED_LINES, type TriedLine, type TriedMatch } from '#contract/table.ts';
import { NO_MATCH } from '#model/mapping.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import type { LedgerService } from '../../services/ledger.ts';
import layout from '../../ui/layout.module.css';
import { TableHead } from '../../ui/TableHead.tsx';
import table from '../../ui/table.module.css';
import type { LiveEdit } from './useRowEdit.ts';
import { useTriedLines } from './useTriedLines.ts';

type Props = { ledger: LedgerService; live: LiveEdit };

/** A panel in which lines can be tried against the list, and against the row that is being edited. */
export function TryIt(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const id = useId();
  return (
    <Box component="section" flex={isOpen ? '1 0 100%' : 'none'} aria-label={databaseMessages.tryIt}>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}&nbsp;</span>
        {databaseMessages.tryIt}
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <OpenPanel {...props} text={text} onText={setText} />}
      </div>
    </Box>
  );
}

type OpenProps = Props & { text: string; onText: (text: string) => void };

function OpenPanel({ ledger, live, text, onText }: OpenProps) {
  const typed = useDeferredValue(text);
  const lines = useMemo(() => linesOf(typed), [typed]);
  const tried = useTriedLines(ledger, live, lines.shown);
  const hasChange = tried?.some(({ after }) => after !== null) ?? false;
  return (
    <div className={layout['columns']}>
      <Textarea
        size="xs"
        rows={6}
        label={databaseMessages.tryLines}
        description={lines.left > 0 ? databaseMessages.triedLinesLeft(lines.left) : null}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {tried !== null && tried.length > 0 && (
        <Box
          component="section"
          p="xs"
          className={`${layout['card']} ${table['scroll']}`}
          aria-label={databaseMessages.tryResults}
          tabIndex={0}
        >
          {/* No caption: it would scroll sideways with the table. */}
          <Text c="dimmed">{hasChange ? databaseMessages.triedWithChange : databaseMessages.triedAsIs}</Text>
          <table className={`${table['table']} ${table['cards']}`} aria-label={databaseMessages.tryResults}>
            <TableHead
              className={layout['hiddenOnPhone']}
              names={['Line', 'Now', ...(hasChange ? ['With the unsaved change'] : [])]}
            />
            <tbody>
              {tried.map((line, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line may be there twice, and has no other name
                <TriedRow key={i} tried={line} hasChange={hasChange} />
              ))}
            </tbody>
          </table>
        </Box>
      )}
    </div>
  );
}

function TriedRow({ tried: { line, now, after }, hasChange }: { tried: TriedLine; hasChange: boolean }) {
  if (now.kind === 'blank') return null;
  const isChanged = after !== null && nameOf(after) !== nameOf(now);
  return (
    <tr>
      <th scope="row">{line}</th>
      <td data-label={hasChange ? 'Now' : undefined}>
        <Match match={now} />
      </td>
      {hasChange && (
        <td data-label="After saving">
          {after !== null && !isChanged && <Text>{databaseMessages.unchanged}</Text>}
          {isChanged && (
            <div className={layout['caution']}>
              <Match match={after} />
            </div>
          )}
        </td>
      )}
    </tr>
  );
}

/** The account of a line, the mapping that wins it, and those that match as well. */
function Match({ match }: { match: TriedMatch }) {
  const words = useAccountWords();
  if (!('winner' in match)) return <Text>{NO_MATCH}</Text>;
  const { winner, losers, kind } = match;
  return (
    <>
      <Text component="div">
        <strong>{words(winner.glAccount)}</strong>{' '}
        {kind === 'exact'
          ? databaseMessages.wonExactly(winner.description)
          : databaseMessages.won(winner.description)}
      </Text>
      {losers.length > 0 && (
        <Text size="xs" component="div" c="dimmed">
          {databaseMessages.lost(
            losers.map(({ description, glAccount }) => `${description} → ${words(glAccount)}`),
          )}
        </Text>
      )}
    </>
  );
}

function nameOf(match: TriedMatch): string {
  if (!('winner' in match)) return match.kind;
  const { winner, losers } = match;
  return JSON.stringify([winner, losers]);
}

function linesOf(text: string): { shown: readonly string[]; left: number } {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const shown = lines.slice(0, MAX_TRIED_LINES);
  return { shown, left: lines.length - shown.length };
}
