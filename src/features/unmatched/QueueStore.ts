import type { GuessedAccount, RowState } from '#contract/ledger.ts';
import type { BatchId, UndoResult } from '#contract/table.ts';
import type {
  GroupId,
  NewMapping,
  PreviewRequester,
  Queue,
  QueueItem,
  SaveResult,
} from '#contract/unmatched.ts';
import { oncePer } from '#model/oncePer.ts';
import type { ProposedMapping } from '#model/proposal.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { type RowStore, rowStoreOf } from '../../rows/RowStore.ts';
import { AnswerCache } from '../../services/AnswerCache.ts';
import type { LedgerRun, LedgerService } from '../../services/ledger.ts';
import { createObservable } from '../../services/observable.ts';
import { Renewal } from '../../services/Renewal.ts';
import { readSkipped, saveSkipped } from '../../services/skippedGroups.ts';
import { toFailedResult } from '../../services/toFailedResult.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { withAll } from '../../ui/withToggled.ts';
import { UndoStack } from '../../undo/UndoStack.ts';

/** What the page shows. `queue` is null until the groups are known. */
export type QueueState = {
  readonly queue: Queue | null;
  /** What had no answer, until the groups are found again; null for nothing. */
  readonly failure: string | null;
  readonly search: string;
  readonly showsSkipped: boolean;
  readonly selected: ReadonlySet<GroupId>;
  /** By group, the accounts that are likely for it, best first. Those that are not here yet are on their way. */
  readonly guesses: ReadonlyMap<GroupId, readonly GuessedAccount[]>;
  /** By name of the group, the mappings that wait to be proposed; their groups are not listed. */
  readonly draftProposals: ReadonlyMap<string, ProposedMapping>;
  /** Grows when groups may read otherwise. */
  readonly revision: number;
};

/** What can be taken back. */
type UndoableStep = {
  /** The groups that it was about. */
  readonly ids: readonly GroupId[];
  /** Of the mappings that were saved; null for none. */
  readonly changeSet: BatchId | null;
  /** Rows that were given an account of their own, by account. */
  readonly given: readonly { readonly rows: readonly number[]; readonly glAccount: string }[];
  /** The name of the group whose mapping is to be proposed. */
  readonly drafted?: string;
  readonly skipping?: Skipping;
};

/** The names of groups that were skipped or brought back, and the mappings that were no longer to be proposed then. */
type Skipping = {
  readonly names: readonly string[];
  readonly isSkipped: boolean;
  readonly dropped: QueueState['draftProposals'];
};

/** A group whose lines are to get an account of their own. */
export type RowsOnly = { readonly id: GroupId; readonly glAccount: string };

const START: QueueState = {
  queue: null,
  failure: null,
  search: '',
  showsSkipped: false,
  selected: new Set(),
  guesses: new Map(),
  draftProposals: new Map(),
  revision: 0,
};

/** Groups whose likely accounts are asked for without being in sight. */
export const MAX_GUESSED = 2_000;
/** Groups that one request for likely accounts names: the first ones show theirs before the last are known. */
const GUESSED_AT_ONCE = 50;

/** The undoing of a step that has saved no mapping. */
const NOTHING_SAVED: UndoResult = { kind: 'undone', count: 0, skipped: [] };

/** The queue of this session: what was selected and searched outlives a visit to another page. */
export const queueStoreOf = oncePer((ledger: LedgerService) => new QueueStore(ledger));

/**
 * The queue of lines without a match, outside React: the worker groups and finds, the page asks for the groups that it
 * draws. Follows the rows while it is {@link follow}ed.
 */
export class QueueStore {
  readonly state = createObservable<QueueState>(START);
  readonly rows: RowStore;
  readonly #ledger: LedgerService;
  readonly #items = new AnswerCache<GroupId, QueueItem>(
    async (ids) => (await this.#orFail(this.#service?.items(ids), unmatchedMessages.failed)) ?? [],
    (ids) => this.#onLoaded(ids),
  );
  #undoable = new UndoStack<UndoableStep>();
  /** Ends with what is being done to groups. */
  #pendingWrite: Promise<unknown> = Promise.resolve();
  #skipped = readSkipped();
  /** Grows when the guesses that are being asked for are wanted no more. */
  #guessing = 0;
  /** Whether the list has been taught since the guesses. */
  #listChanged = false;
  readonly #renewal = new Renewal(() => this.#orFail(this.#find(), unmatchedMessages.failed));
  /** The run that the groups are of. */
  #run: RowStore['run'] = null;

  constructor(ledger: LedgerService) {
    this.#ledger = ledger;
    this.rows = rowStoreOf(ledger);
  }

  /** The queue follows the rows from now on. Returns the end. */
  follow(): () => void {
    const { counts, drawing, progress } = this.rows;
    const ends = [counts, drawing, progress].map((rows) => rows.subscribe(() => this.refresh()));
    // After a reload the text of the Classifier page is here again only once somebody asks for it; that its rows are
    // classified, they say themselves: groups of the first of them would have the page begin at one of these.
    ignoreAfterExit(this.rows.restore(() => true));
    this.refresh();
    return () => {
      for (const end of ends) end();
    };
  }

  /** Finds the groups again. */
  refresh(): void {
    if (this.#isReady) this.#renewal.renew();
  }

  search(search: string): void {
    this.#set({ search });
    this.refresh();
  }

  showSkipped(showsSkipped: boolean): void {
    this.#set({ showsSkipped, selected: new Set() });
    this.refresh();
  }

  /** Undefined until it is known; it is asked for then. */
  item(id: GroupId): QueueItem | undefined {
    return this.#items.get(id);
  }

  /** All of these groups, those left out that have no line any more. */
  async items(ids: readonly GroupId[]): Promise<QueueItem[]> {
    const found = await this.#service?.items(ids);
    return (found ?? []).filter((item) => item !== undefined);
  }

  /** Lines `from` to `to` (excluded) of a group. */
  async lines(id: GroupId, from: number, to: number) {
    return (await this.#service?.lines(id, from, to)) ?? [];
  }

  /** What saving the mappings would do; undefined when the rows have been replaced. */
  async preview(mappings: readonly NewMapping[], ids: readonly GroupId[], requester: PreviewRequester) {
    return this.#service?.preview(mappings, ids, requester);
  }

  select(ids: readonly GroupId[], isSelected: boolean): void {
    this.#set({ selected: withAll(this.state.get().selected, ids, isSelected) });
  }

  /** Selects all that the search finds; where all of them are selected, none. */
  selectFound(): void {
    const { queue, selected } = this.state.get();
    const found = [...(queue?.ids ?? [])];
    this.select(found, !found.every((id) => selected.has(id)));
  }

  unselectAll(): void {
    if (this.state.get().selected.size > 0) this.#set({ selected: new Set() });
  }

  /** Skips groups, or brings skipped ones back. It can be taken back with {@link undo}. */
  async skip(ids: readonly GroupId[], isSkipped: boolean): Promise<number> {
    const skipping = this.#skip(ids, isSkipped);
    this.#pendingWrite = skipping.catch(() => {});
    const { names, dropped } = await skipping;
    this.#undoable.push({ ids, changeSet: null, given: [], skipping: { names, isSkipped, dropped } });
    return names.length;
  }

  /** What was sent to the admins is not offered again in this tab; it is for them to decide. */
  async skipSent(ids: readonly GroupId[]): Promise<void> {
    await this.#skip(ids, true);
  }

  async #skip(ids: readonly GroupId[], isSkipped: boolean): Promise<Omit<Skipping, 'isSkipped'>> {
    const names = (await this.items(ids)).map(({ name }) => name);
    const { draftProposals } = this.state.get();
    this.#mark(names, isSkipped);
    if (!isSkipped) this.#dropDraftProposals(names);
    this.select(ids, false);
    this.refresh();
    return {
      names,
      dropped: new Map([...draftProposals].filter(([name]) => !isSkipped && names.includes(name))),
    };
  }

  #mark(names: Iterable<string>, isSkipped: boolean): void {
    this.#skipped = withAll(this.#skipped, names, isSkipped);
    saveSkipped(this.#skipped);
  }

  /** Puts the mapping of a group aside, to be proposed with others. It can be taken back with {@link undo}. */
  draftProposal({ id, name }: QueueItem, mapping: ProposedMapping): void {
    this.#set({ draftProposals: new Map([...this.state.get().draftProposals, [name, mapping]]) });
    this.#undoable.push({ ids: [id], changeSet: null, given: [], drafted: name });
    this.refresh();
  }

  /** The draft proposals are sent: their groups are skipped now. */
  endDraft(): void {
    const { draftProposals } = this.state.get();
    this.#mark(draftProposals.keys(), true);
    this.#dropDraftProposals(draftProposals.keys());
    this.refresh();
  }

  /**
   * Saves mappings of the groups `ids` as one change set, then gives the lines of the groups `alone` their accounts as their own.
   * What was done can be taken back with one {@link undo}.
   */
  async assign(
    mappings: readonly NewMapping[],
    alone: readonly RowsOnly[],
    ids: readonly GroupId[] = alone.map(({ id }) => id),
  ) {
    const assigning = this.#assign(mappings, alone, ids);
    this.#pendingWrite = assigning.catch(() => {});
    return assigning;
  }

  async #assign(mappings: readonly NewMapping[], alone: readonly RowsOnly[], ids: readonly GroupId[]) {
    const service = this.#service;
    const saved: SaveResult =
      mappings.length === 0 || service === null
        ? { kind: 'saved', count: 0, undo: null }
        : await toFailedResult(service.save(mappings), { count: 0, undo: null });
    const given = saved.kind === 'saved' && service !== null ? await this.#giveAlone(service, alone) : [];
    const lines = given.reduce((all, { rows }) => all + rows.length, 0);
    const changeSet = 'undo' in saved ? saved.undo : null;
    if (changeSet !== null || lines > 0) this.#undoable.push({ ids, changeSet, given });
    this.#listChanged ||= changeSet !== null;
    if (saved.kind === 'saved') this.unselectAll();
    this.refresh();
    return { saved, mappings, lines };
  }

  /** Takes the last step of this page back, and says which groups it was about; null: there is none. */
  async undo(): Promise<{ readonly result: UndoResult; readonly ids: readonly GroupId[] } | null> {
    // The last step may still be on its way to the server.
    await this.#pendingWrite;
    // What was sent is for the admins to decide.
    while (!this.#canUndo(this.#undoable.last)) this.#undoable.pop();
    const step = this.#undoable.last;
    const service = this.#service;
    if (step === undefined || service === null) return null;
    const { ids, changeSet, given, drafted, skipping } = step;
    const result = await this.#undoable.takeBack<UndoResult>(
      (one) => one === step,
      async () => (changeSet === null ? NOTHING_SAVED : this.#ledger.editor.undo(changeSet)),
      async () => {
        if (changeSet !== null) await this.rows.changeMany(() => service.reopen(changeSet));
        for (const { rows, glAccount } of given)
          await this.rows.changeMany(() => service.takeBack(rows, glAccount));
        if (drafted !== undefined) this.#dropDraftProposals([drafted]);
        if (skipping !== undefined) this.#undoSkipping(skipping);
      },
    );
    this.refresh();
    return { result, ids };
  }

  #undoSkipping({ names, isSkipped, dropped }: Skipping): void {
    // What waited to be proposed waits again; it is not listed, without being skipped.
    this.#mark(
      names.filter((name) => !dropped.has(name)),
      !isSkipped,
    );
    this.#set({ draftProposals: new Map([...this.state.get().draftProposals, ...dropped]) });
  }

  #canUndo(step: UndoableStep | undefined): boolean {
    return step?.drafted === undefined || this.state.get().draftProposals.has(step.drafted);
  }

  #dropDraftProposals(names: Iterable<string>): void {
    const draftProposals = new Map(this.state.get().draftProposals);
    for (const name of names) draftProposals.delete(name);
    this.#set({ draftProposals });
  }

  /** Gives the lines of groups their accounts; returns the rows that have got one. */
  async #giveAlone(service: LedgerRun['unmatched'], alone: readonly RowsOnly[]) {
    const given: { rows: readonly number[]; glAccount: string }[] = [];
    for (const glAccount of new Set(alone.map((group) => group.glAccount))) {
      const ids = alone.filter((group) => group.glAccount === glAccount).map(({ id }) => id);
      let states: readonly RowState[] = [];
      await this.rows.changeMany(async () => (states = await service.chooseForLines(ids, glAccount)));
      given.push({ rows: states.map(({ row }) => row), glAccount });
    }
    return given;
  }

  /** Asks for the likely accounts of the largest groups that have none yet; of all of them, after somebody has taught the list. */
  async #guessLargest({ ids }: Queue): Promise<void> {
    const guessing = ++this.#guessing;
    const { guesses } = this.state.get();
    const largest = [...ids.subarray(0, MAX_GUESSED)];
    const unknown = largest.filter((id) => !guesses.has(id));
    const wanted = this.#listChanged ? [...unknown, ...largest.filter((id) => guesses.has(id))] : unknown;
    this.#listChanged = false;
    const goesOn = () => guessing === this.#guessing && this.state.get().failure === null;
    for (let from = 0; from < wanted.length && goesOn(); from += GUESSED_AT_ONCE)
      await this.guess(wanted.slice(from, from + GUESSED_AT_ONCE));
  }

  /** Asks for the likely accounts of these groups, again where they are known. Without them accounts can still be chosen. */
  async guess(ids: readonly GroupId[]): Promise<void> {
    const { run } = this.rows;
    if (ids.length === 0) return;
    const found = await this.#orFail(this.#service?.guesses(ids), unmatchedMessages.guessesFailed);
    const { failure, guesses } = this.state.get();
    if (run !== this.rows.run || (found === undefined && failure !== null)) return;
    // The list was replaced while it was being learned.
    if (found === undefined) return this.refresh();
    const all = new Map(guesses);
    for (const [i, id] of ids.entries()) all.set(id, found[i] ?? []);
    this.#set({ guesses: all });
  }

  /** Whether there are rows, and all of them are classified. */
  get #isReady(): boolean {
    return this.rows.progress.get().kind !== 'running' && this.rows.run !== null;
  }

  get #service(): LedgerRun['unmatched'] | null {
    return this.rows.run?.unmatched ?? null;
  }

  async #find(): Promise<void> {
    if (!this.#isReady) return;
    const { run } = this.rows;
    const { search, showsSkipped, draftProposals } = this.state.get();
    const skipped = [...this.#skipped, ...draftProposals.keys()];
    const queue = await this.#service?.find({ search, showsSkipped, skipped });
    if (queue !== undefined && run === this.rows.run) await this.#take(queue, run);
  }

  async #take(queue: Queue, run: RowStore['run']): Promise<void> {
    const isOther = this.#run !== run;
    this.#run = run;
    if (isOther) {
      this.#items.clear();
      this.#set({ guesses: new Map() });
      this.#undoable = new UndoStack();
    }
    const counts = new Map(Array.from(queue.ids, (id, i) => [id, queue.counts[i]]));
    const { selected, failure, guesses } = this.state.get();
    // What had no answer is asked for again; the likely accounts of most groups come with the group.
    const isAnswered = (id: GroupId) => failure === null || guesses.has(id);
    this.#items.keepOnly(
      (id, item) => item !== undefined && item.count === (counts.get(id) ?? item.count) && isAnswered(id),
    );
    const left = selected.size === 0 || isOther ? [] : await this.items([...selected]);
    this.#set({
      queue,
      failure: null,
      selected: new Set(left.map(({ id }) => id)),
      revision: this.state.get().revision + 1,
    });
    ignoreAfterExit(this.#guessLargest(queue));
  }

  #onLoaded(ids: readonly GroupId[]): void {
    this.#set({ revision: this.state.get().revision + 1 });
    const { queue, failure, guesses } = this.state.get();
    // Those in sight of more groups than are asked for by themselves.
    if (failure === null && (queue?.ids.length ?? 0) > MAX_GUESSED)
      ignoreAfterExit(this.guess(ids.filter((id) => !guesses.has(id))));
  }

  /** The answer, or undefined: the page then says the `failure`. */
  async #orFail<Answer>(asking: Promise<Answer> | undefined, failure: string): Promise<Answer | undefined> {
    try {
      return await asking;
    } catch (error) {
      console.error(failure, error);
      this.#set({ failure });
      return undefined;
    }
  }

  #set(change: Partial<QueueState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}
