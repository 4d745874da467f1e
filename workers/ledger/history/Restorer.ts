import type {
  ConflictChoice,
  RestoreLine,
  RestorePart,
  RestorePreview,
  RestoreResult,
  RestoreTarget,
} from '#contract/history.ts';
import type { Preview } from '#contract/preview.ts';
import type { HistoryEntry, MappingChange } from '#model/history.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { authorName, KIND_NAMES } from '#model/text/historyWords.ts';
import type { ChangeSetWriter } from '../list/ChangeSetWriter.ts';
import type { MappingList } from '../list/MappingList.ts';
import type { LogReader } from '../log/LogReader.ts';
import { newChangeSet } from '../log/LogWriter.ts';
import type { Previewer } from '../preview/createPreviewer.ts';
import type { ChangesReader } from './ChangesReader.ts';
import type { HistoryView } from './HistoryView.ts';
import type { ChangesDatabase } from './ListedLog.ts';
import { readChangeOf } from './listChanges.ts';
import { bySetFirst, RESTORABLE_MAPPINGS, type RestorePlan, RestorePlanner, takenBy } from './restorePlan.ts';

type RestorableList = Pick<MappingList, 'entries' | 'isConfirmed'>;

/** `closes`: the stopped batch of which nothing more comes then. */
type LastPreview = {
  readonly id: number;
  readonly plan: RestorePlan;
  readonly name: string;
  readonly closes: string | null;
};

type RestorerOptions = {
  readonly database: ChangesDatabase;
  readonly list: RestorableList;
  readonly writer: Pick<ChangeSetWriter, 'write' | 'close'>;
  readonly preview: Previewer;
};

/** Puts back what the history shows; `HistoryApi` describes the methods. Only the last preview can be stored. */
export class Restorer {
  readonly #options: RestorerOptions;
  readonly #log: LogReader<HistoryEntry>;
  readonly #changes: ChangesReader<HistoryEntry, MappingChange>;
  #lastId = 0;
  #last: LastPreview | null = null;

  constructor(
    options: RestorerOptions,
    { log, changes }: Pick<HistoryView<HistoryEntry, MappingChange>, 'log' | 'changes'>,
  ) {
    this.#options = options;
    this.#log = log;
    this.#changes = changes;
  }

  async preview(target: RestoreTarget): Promise<RestorePreview> {
    const id = ++this.#lastId;
    this.#last = null;
    await this.#log.begin();
    if (target.kind === 'mapping') return this.#previewMapping(id, target);
    const { entries, to, hasGap } = await takenBy(target, this.#log);
    const keys = target.kind === 'changeSet' && target.keys ? new Set(target.keys) : null;
    const { planner, known } = await this.#planner(entries, keys);
    if (known === 0 && (entries.length > 0 || hasGap)) return { kind: 'impossible', reason: 'unknown' };
    const newest = target.kind === 'changeSet' && keys === null ? entries.at(-1) : undefined;
    const closes = newest && this.#log.isOpen(newest) ? newest.batch : null;
    const name = nameOf(to, target.kind === 'as-of');
    return this.#ready(id, planner, { name, closes }, hasGap || known < entries.length);
  }

  /** One mapping as it was after an entry: whoever asks sees what it is now, so nothing of it is in conflict. */
  async #previewMapping(
    id: number,
    { key, entry }: Extract<RestoreTarget, { kind: 'mapping' }>,
  ): Promise<RestorePreview> {
    const { database, list } = this.#options;
    const [change, of] = await Promise.all([readChangeOf(database, entry, key), this.#log.entry(entry)]);
    if (change === null || of === undefined) return { kind: 'impossible', reason: 'unknown' };
    const planner = new RestorePlanner(RESTORABLE_MAPPINGS);
    planner.add([{ key, before: change.after, after: list.entries.get(key) ?? null }]);
    const { description } = change.after ?? change.before ?? { description: key };
    const name = `${description} as of entry ${of.seq}, ${timeOf(of)}`;
    return this.#ready(id, planner, { name, closes: null }, false);
  }

  #ready(
    id: number,
    planner: RestorePlanner<MappingKey, Mapping>,
    named: Pick<LastPreview, 'name' | 'closes'>,
    isPartial: boolean,
  ): RestorePreview {
    const { list } = this.#options;
    if (!list.isConfirmed) return { kind: 'impossible', reason: 'list' };
    const plan = planner.plan(list.entries);
    if (id === this.#lastId) this.#last = { id, plan, ...named };
    return {
      kind: 'ready',
      id,
      changes: plan.changes.length,
      conflicts: plan.conflicts.length,
      same: plan.same,
      unusable: plan.unusable.length,
      isPartial,
    };
  }

  previewLines(id: number, part: RestorePart, from: number, to: number): readonly RestoreLine[] {
    return this.#last?.id === id ? this.#last.plan[part].slice(from, to) : [];
  }

  async previewRows(id: number, choice: ConflictChoice): Promise<Preview | null> {
    return this.#last?.id === id ? this.#options.preview(chosenOf(this.#last.plan, choice)) : null;
  }

  async restore(
    id: number,
    choice: ConflictChoice,
    onProgress: (done: number) => void,
  ): Promise<RestoreResult> {
    if (this.#last?.id !== id) return { kind: 'gone' };
    const { plan, name, closes } = this.#last;
    this.#last = null;
    const chosen = chosenOf(plan, choice);
    const changeSet = newChangeSet('restore', name);
    const { writer } = this.#options;
    const written = await writer.write(changeSet, chosen, { onProgress });
    const count = written.changes.length;
    if (written.failure === null && closes !== null) await writer.close(closes);
    return written.failure === null
      ? { kind: 'restored', count, skipped: written.skipped, undo: count > 0 ? changeSet.batch : null }
      : { kind: 'failed', detail: written.failure, count };
  }

  /** @param keys the mappings that are planned for; null for all */
  async #planner(entries: readonly HistoryEntry[], keys: ReadonlySet<MappingKey> | null) {
    const planner = new RestorePlanner(RESTORABLE_MAPPINGS);
    let known = 0;
    for await (const part of this.#changes.inParts(entries)) {
      for (const changes of part.values()) {
        if (changes === null) continue;
        planner.add(keys === null ? changes : changes.filter(({ key }) => keys.has(key)));
        known++;
      }
    }
    return { planner, known };
  }
}

function chosenOf(
  { changes, conflicts }: RestorePlan,
  { restoreAll, except }: ConflictChoice,
): RestoreLine[] {
  const others = new Set<MappingKey>(except);
  const chosen = conflicts.filter(({ key }) => others.has(key) !== restoreAll);
  return [...changes, ...chosen].toSorted(bySetFirst);
}

function nameOf(entry: HistoryEntry | null, isWholeList: boolean): string {
  if (entry === null) return '';
  if (isWholeList) return `The list as of entry ${entry.seq}, ${timeOf(entry)}`;
  return `${KIND_NAMES[entry.kind]} by ${authorName(entry.by)}, ${timeOf(entry)}`;
}

function timeOf({ at }: HistoryEntry): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
