import type { GuessedAccount } from '#contract/ledger.ts';
import type { Preview } from '#contract/preview.ts';
import type { RowState, RunId } from '#contract/rows.ts';
import type { BatchId } from '#contract/table.ts';
import type {
  GroupId,
  NewMapping,
  PreviewRequester,
  Queue,
  QueueItem,
  QueueLine,
  QueueQuery,
  SaveResult,
  UnmatchedApi,
} from '#contract/unmatched.ts';
import { normalise, traceNormalise } from '#engine/normalise.ts';
import { groupLines, type LineGroup } from '#engine/unmatched/groupLines.ts';
import { suggestKeywordFor } from '#engine/unmatched/suggestKeyword.ts';
import { UNMATCHED } from '#model/classification.ts';
import {
  isNoMatch,
  isUsable,
  type Mapping,
  MIN_KEYWORD_LENGTH,
  NO_MATCH,
  nonSpaceLength,
  typedMapping,
} from '#model/mapping.ts';
import { ExclusiveJob } from '../../ExclusiveJob.ts';
import type { AccountGuesser } from '../guess/AccountGuesser.ts';
import { agreedGuesses, evenlySpaced, GUESSED_LINES } from '../guess/agreedGuesses.ts';
import { type WritableList, writeMappings } from '../list/listWrites.ts';
import type { MappingList } from '../list/MappingList.ts';
import { addition, preview } from '../preview/preview.ts';
import { runInSlices, type Timing } from '../timing.ts';
import type { ResultTable } from './ResultTable.ts';

/** Examples of each group. */
const EXAMPLES = 3;
/** Groups whose accounts are guessed in one go: some ten milliseconds' worth. */
const GUESSED_AT_ONCE = 10;

type UnmatchedQueueOptions = {
  readonly list: WritableList & Pick<MappingList, 'classifier'>;
  readonly timing: Pick<Timing, 'yieldToEventLoop'>;
  /** The rows of a run, unless it has been replaced. */
  tableOf(run: RunId): ResultTable | undefined;
  loadGuesser(): Promise<Pick<AccountGuesser, 'guess' | 'choose'>>;
  /** Called after rows were given accounts. */
  onDecided(): void;
};

/** A group with the rows that it had when it was made. */
type Group = Omit<LineGroup, 'lines'> & { readonly id: GroupId; readonly rows: readonly number[] };

/** The groups of a table, and by row the description that its group was made with. */
type Grouped = {
  readonly table: ResultTable;
  readonly groups: ReadonlyMap<GroupId, Group>;
  readonly texts: ReadonlyMap<number, string>;
};

/** The rows without a match as a queue; {@link UnmatchedApi} describes the methods. */
export class UnmatchedQueue implements UnmatchedApi {
  readonly #options: UnmatchedQueueOptions;
  /** By save, the rows that had no match before. */
  readonly #settled = new Map<BatchId, { readonly run: RunId; readonly rows: readonly number[] }>();
  readonly #previewing = { panel: new ExclusiveJob(), dialog: new ExclusiveJob() };
  #grouped: Grouped | null = null;
  readonly #grouping = new ExclusiveJob();
  /** What is being grouped. */
  #underWay: { readonly table: ResultTable; readonly end: Promise<unknown> } | null = null;

  constructor(options: UnmatchedQueueOptions) {
    this.#options = options;
  }

  async find(run: RunId, query: QueueQuery): Promise<Queue | undefined> {
    const grouped = await this.#groupsWith(run, unmatchedRows);
    return grouped && queueOf(grouped, unmatchedRows(grouped.table), query);
  }

  async suggestKeyword(run: RunId, row: number, glAccount: string): Promise<string | undefined> {
    const grouped = await this.#groupsWith(run, () => [row]);
    if (grouped === undefined) return undefined;
    const { table, groups } = grouped;
    const group = [...groups.values()].find(({ rows }) => rows.includes(row)) ?? null;
    const description = table.description(row);
    const others = textsOfOthers(table, this.#options.list.entries.values(), glAccount.trim());
    const keyword = suggestKeywordFor(description, group, others);
    return keyword === null ? '' : asTyped(description, keyword);
  }

  items(run: RunId, ids: readonly GroupId[]): (QueueItem | undefined)[] {
    const table = this.#options.tableOf(run);
    return ids.map((id) => {
      const group = this.#groupOf(table, id);
      const rows = table && group ? openRows(table, group) : [];
      return table && group && rows.length > 0 ? itemOf(table, group, rows) : undefined;
    });
  }

  lines(run: RunId, id: GroupId, from: number, to: number): QueueLine[] {
    const table = this.#options.tableOf(run);
    const group = this.#groupOf(table, id);
    if (table === undefined || group === undefined) return [];
    return openRows(table, group)
      .slice(from, to)
      .map((row) => ({ row, description: table.description(row) }));
  }

  async guesses(
    run: RunId,
    ids: readonly GroupId[],
  ): Promise<readonly (readonly GuessedAccount[])[] | undefined> {
    const { timing, loadGuesser, tableOf } = this.#options;
    const guesser = await loadGuesser();
    const table = tableOf(run);
    if (table === undefined) return undefined;
    const guesses: (readonly GuessedAccount[])[] = [];
    for (let from = 0; from < ids.length; from += GUESSED_AT_ONCE) {
      const texts = ids
        .slice(from, from + GUESSED_AT_ONCE)
        .map((id) => evenlySpaced(textsOf(table, this.#rowsOf(table, [id])), GUESSED_LINES));
      const found = await guesser.guess(texts.flat());
      if (found === undefined || tableOf(run) !== table) return undefined;
      let at = 0;
      for (const { length } of texts) {
        guesses.push(agreedGuesses(found.slice(at, at + length)));
        at += length;
      }
      await timing.yieldToEventLoop();
    }
    return guesses;
  }

  async preview(
    run: RunId,
    mappings: readonly NewMapping[],
    ids: readonly GroupId[],
    requester: PreviewRequester = 'dialog',
  ): Promise<Preview | undefined> {
    const { tableOf, timing } = this.#options;
    const table = tableOf(run);
    if (table === undefined) return undefined;
    const rows = new Set(this.#rowsOf(table, ids));
    const changes = mappings.map((mapping) => addition(mappingOf(mapping)));
    const steps = preview({ ...this.#options, table }, changes, rows);
    const answer = await this.#previewing[requester].run((signal) => runInSlices(steps, timing, signal));
    return 'kind' in answer ? undefined : answer;
  }

  async save(run: RunId, mappings: readonly NewMapping[]): Promise<SaveResult> {
    const table = this.#options.tableOf(run);
    const open = table === undefined ? [] : unmatchedRows(table);
    const texts = table === undefined ? [] : textsOf(table, open);
    const result = await writeMappings(this.#options.list, 'add', mappings.map(mappingOf));
    if ('undo' in result && result.undo !== null) {
      this.#settled.set(result.undo, { run, rows: open });
      this.#rememberMappings(mappings, texts);
    }
    return result;
  }

  reopen(run: RunId, undo: BatchId): RowState[] {
    const settled = this.#settled.get(undo);
    const table = this.#options.tableOf(run);
    this.#settled.delete(undo);
    if (table === undefined || settled?.run !== run) return [];
    const lost = settled.rows.filter((row) => table.suggestedAccount(row) === NO_MATCH);
    this.#remember(textsOf(table, lost), null);
    return this.#decided(lost.map((row) => table.accept(row)));
  }

  chooseForLines(run: RunId, ids: readonly GroupId[], glAccount: string): RowState[] {
    const table = this.#options.tableOf(run);
    const account = glAccount.trim();
    if (table === undefined || account === '' || isNoMatch(account)) return [];
    const rows = this.#rowsOf(table, ids);
    this.#remember(textsOf(table, rows), account);
    return this.#decided(rows.map((row) => table.choose(row, account)));
  }

  takeBack(run: RunId, rows: readonly number[], glAccount: string): RowState[] {
    const table = this.#options.tableOf(run);
    if (table === undefined) return [];
    const own = rows.filter((row) => table.isChosen(row) && table.account(row) === glAccount.trim());
    this.#remember(textsOf(table, own), null);
    return this.#decided(own.map((row) => table.choose(row, null)));
  }

  /** Lines without a match got an account; null: it was taken back. Without the code of guesses it does not count for these. */
  #remember(descriptions: readonly string[], glAccount: string | null): void {
    this.#options
      .loadGuesser()
      .then((guesser) => guesser.choose(descriptions, glAccount))
      .catch((error: unknown) => console.warn('A choice does not count for guesses:', error));
  }

  /** The texts that contain a keyword got its account. */
  #rememberMappings(mappings: readonly NewMapping[], texts: readonly string[]): void {
    const normalised = texts.map((text) => ({ text, searched: normalise(text) }));
    for (const { keyword, glAccount } of mappings) {
      const key = normalise(keyword.trim());
      const own = normalised.filter(({ searched }) => searched.includes(key)).map(({ text }) => text);
      this.#remember(own, glAccount.trim());
    }
  }

  /** The groups of a run, built again where they lack one of these rows as it reads now; undefined: it has been replaced. */
  async #groupsWith(
    run: RunId,
    rowsOf: (table: ResultTable) => readonly number[],
  ): Promise<Grouped | undefined> {
    for (;;) {
      const table = this.#options.tableOf(run);
      if (table === undefined) return undefined;
      const rows = rowsOf(table);
      const grouped = this.#grouped;
      if (grouped?.table === table && rows.every((row) => grouped.texts.get(row) === table.description(row)))
        return grouped;
      const all = new Set([...unmatchedRows(table), ...rows]);
      await this.#group(
        table,
        [...all].sort((a, b) => a - b),
      );
    }
  }

  #groupOf(table: ResultTable | undefined, id: GroupId): Group | undefined {
    return this.#grouped !== null && this.#grouped.table === table ? this.#grouped.groups.get(id) : undefined;
  }

  #rowsOf(table: ResultTable, ids: readonly GroupId[]): number[] {
    return ids.flatMap((id) => {
      const group = this.#groupOf(table, id);
      return group === undefined ? [] : openRows(table, group);
    });
  }

  /** Groups the rows, in slices; another text ends it. Calls for the same rows wait for the one under way. */
  async #group(table: ResultTable, rows: readonly number[]): Promise<void> {
    if (this.#underWay?.table !== table) {
      const end = this.#grouping.run((signal) => this.#makeGroups(table, rows, signal));
      this.#underWay = { table, end };
    }
    const { end } = this.#underWay;
    await end.finally(() => {
      if (this.#underWay?.end === end) this.#underWay = null;
    });
  }

  async #makeGroups(table: ResultTable, rows: readonly number[], signal: AbortSignal): Promise<void> {
    const descriptions = rows.map((row) => table.description(row));
    const steps = groupLines(descriptions, [...this.#options.list.entries.values()]);
    const made = await runInSlices(steps, this.#options.timing, signal);
    const groups = made.map(({ lines, ...group }) => {
      const own = lines.map((line) => rows[line] as number);
      return { ...group, id: own[0] as GroupId, rows: own };
    });
    this.#grouped = {
      table,
      groups: new Map(groups.map((group) => [group.id, group])),
      texts: new Map(rows.map((row, i) => [row, descriptions[i] as string])),
    };
  }

  #decided<Outcome>(outcome: Outcome): Outcome {
    this.#options.onDecided();
    return outcome;
  }
}

function mappingOf({ keyword, glAccount }: NewMapping): Mapping {
  return typedMapping({ description: keyword, glAccount });
}

function unmatchedRows(table: ResultTable): number[] {
  const rows: number[] = [];
  for (let row = 0; row < table.rows.count; row++) if (table.shown(row) === UNMATCHED) rows.push(row);
  return rows;
}

/** Mappings and rows of other accounts. */
function* textsOfOthers(
  table: ResultTable,
  mappings: Iterable<Mapping>,
  glAccount: string,
): Generator<string> {
  for (const mapping of mappings) {
    if (isUsable(mapping) && mapping.glAccount.trim() !== glAccount) yield mapping.description;
  }
  for (let row = 0; row < table.rows.count; row++) {
    if (table.shown(row) >= 0 && table.account(row) !== glAccount) yield table.description(row);
  }
}

/** The rows of a group that are still without a match. */
function openRows(table: ResultTable, { rows }: Group): readonly number[] {
  return rows.filter((row) => table.shown(row) === UNMATCHED);
}

/** @param rows all that are without a match; each has its group */
function queueOf({ table, groups }: Grouped, rows: readonly number[], query: QueueQuery): Queue {
  const skipped = new Set(query.skipped);
  const search = normalise(query.search);
  const open = Array.from(groups.values(), (group) => ({ group, rows: openRows(table, group) })).filter(
    ({ rows }) => rows.length > 0,
  );
  const listed = open.filter(({ group, rows }) => {
    if (skipped.has(group.name) !== query.showsSkipped) return false;
    return search === '' || group.name.includes(search) || rows.some((row) => hasText(table, row, search));
  });
  const ranked = listed.toSorted((a, b) => b.rows.length - a.rows.length || a.group.id - b.group.id);
  const several = open.filter(({ rows }) => rows.length > 1).length;
  return {
    ids: Uint32Array.from(ranked, ({ group }) => group.id),
    counts: Uint32Array.from(ranked, ({ rows }) => rows.length),
    groups: several,
    oneOffs: open.length - several,
    lines: rows.length,
    skipped: open.filter(({ group }) => skipped.has(group.name)).length,
  };
}

function hasText(table: ResultTable, row: number, search: string): boolean {
  return normalise(table.description(row)).includes(search);
}

function itemOf(table: ResultTable, { id, name, phrase }: Group, rows: readonly number[]): QueueItem {
  const texts = textsOf(table, rows);
  return {
    id,
    name,
    title: asTyped(texts[0] as string, name),
    phrase: phrase === null ? null : asTyped(texts[0] as string, phrase),
    count: rows.length,
    texts: texts.length,
    examples: evenlySpaced(texts, EXAMPLES),
    isShort: texts.every((text) => nonSpaceLength(text) < MIN_KEYWORD_LENGTH),
  };
}

/** The different descriptions of rows. */
function textsOf(table: ResultTable, rows: readonly number[]): readonly string[] {
  return [...new Set(rows.map((row) => table.description(row)))];
}

/** A normalised phrase as typed in a description that contains it; as it is, where the description does not. */
function asTyped(description: string, phrase: string): string {
  const { text, starts, ends } = traceNormalise(description);
  const at = text.indexOf(phrase);
  if (at < 0) return phrase;
  return description.slice(starts[at], ends[at + phrase.length - 1]).replace(/\s+/gu, ' ');
}
