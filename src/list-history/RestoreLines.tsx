import { Title } from '@mantine/core';
import { useState } from 'react';
import type { RestoreLine, RestorePart } from '#contract/history.ts';
import { DATABASE_PAGE_SIZE } from '#model/limits.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { grouped } from '#model/text/figures.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import type { HistoryService } from '../services/ledger.ts';
import layout from '../ui/layout.module.css';
import { Pager } from '../ui/Pager.tsx';
import { TickBox } from '../ui/TickBox.tsx';
import { useAnswer } from '../ui/useAnswer.ts';
import { ChangeTable, type ChangeTableRow, mappingValue } from './ChangeTable.tsx';

/** Which of the lines are to be restored although somebody has changed them: all or none, but for `except`. */
type LineChoice = {
  readonly restoreAll: boolean;
  readonly except: ReadonlySet<MappingKey>;
  readonly onAll: (restoreAll: boolean) => void;
  readonly onOne: (key: MappingKey) => void;
};

type Props = {
  history: Pick<HistoryService, 'previewLines'>;
  preview: { readonly id: number };
  part: RestorePart;
  count: number;
  title: string;
  choice?: LineChoice;
};

/** One part of the preview, page by page; nothing where it is empty. */
export function RestoreLines({ history, preview, part, count, title, choice }: Props) {
  const [page, setPage] = useState(1);
  const lines = useLines(history, preview.id, part, page, count);
  if (count === 0) return null;
  const pages = Math.ceil(count / DATABASE_PAGE_SIZE);
  return (
    <section aria-label={title}>
      <div className={layout['between']}>
        <Title order={3}>
          {title} ({grouped(count)})
        </Title>
        {pages > 1 && <Pager label={`Pages of ${title}`} page={page} pages={pages} onTurn={setPage} />}
      </div>
      {choice && (
        <TickBox
          label={historyMessages.restoreAllToo}
          checked={choice.restoreAll && choice.except.size === 0}
          onChange={(event) => choice.onAll(event.currentTarget.checked)}
        />
      )}
      <ChangeTable
        label={title}
        headings={choice ? ['Keyword', 'Was left as', 'Now', 'Restored'] : ['Keyword', 'Now', 'Restored']}
        rows={lines.map((line) => rowOf(line, choice))}
      />
    </section>
  );
}

function rowOf({ key, before, after, left }: RestoreLine, choice: LineChoice | undefined): ChangeTableRow {
  const description = (after ?? before ?? left)?.description ?? key;
  const valuesOf = (...mappings: readonly (Mapping | null)[]) =>
    mappings.map((mapping) => mappingValue(mapping, description));
  if (choice === undefined) return { key, description, values: valuesOf(before, after) };
  const isChosen = choice.except.has(key) !== choice.restoreAll;
  const box = (
    <TickBox aria-label={`Restore ${description}`} checked={isChosen} onChange={() => choice.onOne(key)} />
  );
  return { key, description, values: valuesOf(left ?? null, before, after), box };
}

function useLines(
  history: Props['history'],
  id: number,
  part: RestorePart,
  page: number,
  count: number,
): readonly RestoreLine[] {
  const from = (page - 1) * DATABASE_PAGE_SIZE;
  const ask = () => (count === 0 ? null : history.previewLines(id, part, from, from + DATABASE_PAGE_SIZE));
  return useAnswer(ask, [history, id, part, page, count]).answer ?? [];
}
