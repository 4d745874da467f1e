import { expect, it } from 'vitest';
import type { Preview, PreviewedAccount } from '#contract/preview.ts';
import { AS_FOUND, type SummaryLine } from '#contract/summary.ts';
import type { Explanation } from '#model/classification.ts';
import {
  fieldsOf,
  isUsable,
  type Mapping,
  type MappingFields,
  type MappingKey,
  makeMapping,
  mappingKey,
} from '#model/mapping.ts';
import { ChangeSetWriter } from '#workers/ledger/list/ChangeSetWriter.ts';
import { createPreviewer } from '#workers/ledger/preview/createPreviewer.ts';
import { summariseAccounts } from '#workers/ledger/rows/accountSummary.ts';
import type { ResultTable } from '#workers/ledger/rows/ResultTable.ts';
import { createAccountChanges } from '#workers/ledger/table/accountChanges.ts';
import type { Selection } from '#workers/ledger/table/TableView.ts';
import { settled } from '../support/fakeTiming.ts';
import { byStage } from '../support/fullRun.ts';
import { setupLedger } from '../support/ledgerSetup.ts';
import { createMemoryPlans } from '../support/memoryPlans.ts';
import { previewerOptions } from '../support/previewerOptions.ts';
import { below, pick as pickOf, type Random, seededRandom } from '../support/random.ts';
import { saveKeyword } from '../support/saveKeyword.ts';
import { createTable } from '../support/tableSetup.ts';

const ROWS = 25;
const WORDS = ['PREMIER', 'premier inn', 'INN', 'tesco', 'Tesco Stores', 'uber  trip', 'AB', 'x.y z', 'café'];

type Setup = Awaited<ReturnType<typeof setupLedger>>;

function randomTexts(random: () => number) {
  const pick = <T>(items: readonly T[]): T => pickOf(random, items);
  const phrase = () => Array.from({ length: 1 + below(random, 3) }, () => pick(WORDS)).join(' ');
  // No mapping with the account `Unknown` matches.
  const account = () => pick(['1', '2', '3', 'Unknown']);
  /** One entry of the list; an older one may have another text than its key. */
  const leaf = () => {
    const description = phrase();
    const key = mappingKey(random() < 0.2 ? phrase() : description);
    return { [`gl_mappings/${key}`]: { description, glAccount: account() } };
  };
  return { pick, phrase, account, leaf };
}

/** Rows of all kinds over a list: without a match, edited, with an account of their own, to be verified, and kept. */
async function setupMixedRows(random: () => number): Promise<Setup> {
  const { pick, phrase, leaf } = randomTexts(random);
  const setup = await setupLedger(Object.assign({}, ...Array.from({ length: 6 }, leaf)));
  const { ledger, run, database } = setup;
  const rows = Array.from({ length: ROWS }, phrase);
  const amount = () => (Math.floor(random() * 1_000) / 100 - 5).toFixed(2);
  setup.paste(random() < 0.3 ? rows : ['Description\tAmount', ...rows.map((row) => `${row}\t${amount()}`)]);
  await settled();
  await setup.finish();
  const isReversed = pick([null, true, false]);
  await ledger.rows.reading(run(), { ...AS_FOUND, isReversed, isDebitPositive: random() < 0.5 });
  // What one question has found out about the rows must not answer the next.
  if (random() < 0.5) await ledger.rows.previewKeyword(run(), phrase(), '4');
  ledger.rows.editRow(run(), 3, phrase());
  for (const row of filtered(setup, 'no-match'))
    if (random() < 0.2) ledger.rows.chooseAccount(run(), row, pick(['1', '2', '4']));
  database.writeElsewhere(leaf());
  await settled();
  for (const row of filtered(setup, 'to-verify'))
    if (random() < 0.5) ledger.rows.keepCurrent(run(), [row], true);
  return setup;
}

function filtered({ ledger, run }: Setup, filter: 'no-match' | 'to-verify'): number[] {
  return [...(ledger.rows.filter(run(), { filter, search: '' }) ?? [])];
}

const tableOf = ({ ledger }: Setup) => ledger.tableNow() as ResultTable;

/** What the list and the rows are like at one moment. */
function stateOf(setup: Setup) {
  const { entries, classifier } = setup.ledger.list;
  const table = tableOf(setup);
  const winnerIn = (explanation: Explanation | undefined) =>
    explanation !== undefined && 'mapping' in explanation ? explanation.mapping : null;
  return {
    unmatched: new Set(filtered(setup, 'no-match')),
    toVerify: new Set(filtered(setup, 'to-verify')),
    winners: Array.from({ length: ROWS }, (_, row) =>
      winnerIn(setup.ledger.rows.explain(setup.run(), row)?.explanation),
    ),
    rows: Array.from({ length: ROWS }, (_, row) => ({
      text: table.description(row),
      account: table.account(row),
    })),
    summary: summariseAccounts(table, table.amountChoice).lines,
    filled: table.rows.count - table.blankRows,
    /** By key, the mapping that wins on a mapping's own text. */
    own: new Map<MappingKey, Mapping | null>(
      [...entries.values()]
        .filter(isUsable)
        .map(({ key, description }) => [key, winnerIn(classifier?.explain(description))]),
    ),
    entries: new Map(entries),
  };
}

type State = ReturnType<typeof stateOf>;

const isOtherAnswer = (a: Mapping | null | undefined, b: Mapping | null | undefined) =>
  a?.key !== b?.key || a?.glAccount !== b?.glAccount;

/** The rows that have an account and another answer than before. */
function flaggedRows(before: State, after: State): readonly number[] {
  return [...after.toVerify].filter((row) => isOtherAnswer(before.winners[row], after.winners[row]));
}

/** The lines of the summary that differ once everything that the change suggests is taken. */
function accountsTaken(setup: Setup, before: State, flagged: readonly number[]): PreviewedAccount[] {
  const table = tableOf(setup);
  for (const row of flagged) table.accept(row);
  const after = summariseAccounts(table, table.amountChoice).lines;
  const hasSums = [...before.summary, ...after].some(({ sums }) => sums !== null);
  const state = (lines: readonly SummaryLine[], of: SummaryLine) => {
    const line = lines.find(({ kind, account }) => kind === of.kind && account === of.account);
    return { lines: line?.lines ?? 0, sum: hasSums ? (line?.sums?.net ?? '0.00') : null };
  };
  const all = new Map([...before.summary, ...after].map((line) => [`${line.kind} ${line.account}`, line]));
  return [...all.values()]
    .map((of) => {
      const { kind, account, currency } = of;
      return { kind, account, currency, now: state(before.summary, of), after: state(after, of) };
    })
    .filter(({ now, after }) => now.lines !== after.lines || now.sum !== after.sum);
}

/** What is said, its accounts in an order that does not depend on amounts. */
function sorted(preview: Preview | null | undefined) {
  return preview && { ...preview, accounts: byName(preview.accounts) };
}

const byName = (accounts: readonly PreviewedAccount[]) =>
  [...accounts].sort((a, b) => (`${a.kind} ${a.account}` < `${b.kind} ${b.account}` ? -1 : 1));

/** What a change of the mappings with these keys has done, told from before and after it. */
function effectOf(setup: Setup, before: State, after: State, keys: ReadonlySet<MappingKey>) {
  const gained = [...before.unmatched].filter((row) => !after.unmatched.has(row));
  const others = flaggedRows(before, after);
  const example = (row: number) => ({
    text: before.rows[row]?.text,
    from: before.unmatched.has(row) ? null : before.rows[row]?.account,
    to: after.winners[row]?.glAccount ?? null,
  });
  const lost = others.filter((row) => after.winners[row] === null);
  const changed = others.filter((row) => after.winners[row] !== null);
  const overruled = [...keys].filter((key) => {
    const winner = after.own.get(key);
    return winner && !keys.has(winner.key) && winner.glAccount !== after.entries.get(key)?.glAccount;
  });
  return {
    rows: before.filled,
    unmatched: gained.length,
    others: others.length,
    lost: lost.length,
    pending: 0,
    accounts: byName(accountsTaken(setup, before, others)),
    moreAccounts: 0,
    decimal: '.',
    storedText: null,
    examples: [gained, changed, lost].flatMap((rows) => rows.slice(0, 10).map(example)),
    ownTexts: [...after.own].filter(
      ([other, own]) =>
        !keys.has(other) && before.own.has(other) && before.own.get(other)?.glAccount !== own?.glAccount,
    ).length,
    overruled: overruled.length,
    ofNamed: 0,
    missed: 0,
    replaced: [] as MappingFields[],
  };
}

/** Does `round` over and over, with random texts of its own; what it hands on to `expect` names the seed of a failure. */
async function inRounds(
  stages: Record<'seed' | 'rounds', number>,
  round: (random: Random, setup: Setup, message: string) => Promise<unknown>,
): Promise<void> {
  const seed = byStage({ usual: stages.seed, full: Date.now() });
  const random = seededRandom(seed);
  const rounds = byStage({ usual: stages.rounds, full: 17 * stages.rounds });
  for (let n = 0; n < rounds; n++)
    await round(random, await setupMixedRows(random), `seed ${seed}, round ${n}`);
}

it('the effect that is shown before a mapping is saved is what then happens, whatever the list and the rows', async () => {
  await inRounds({ seed: 3, rounds: 60 }, async (random, setup, message) => {
    const { phrase, account } = randomTexts(random);
    const { ledger, run } = setup;
    const [description, glAccount] = [phrase(), account()];
    const key = mappingKey(description);
    const before = stateOf(setup);
    const [row] = before.unmatched;
    const stored = ledger.list.entries.get(key);
    const shown = await ledger.rows.previewKeyword(run(), description, glAccount, row);

    expect(await saveKeyword(ledger.rows, description, glAccount)).toEqual({ kind: 'saved' });
    await settled();
    const after = stateOf(setup);
    const isStoredSo = stored?.description === description && stored.glAccount === glAccount;
    expect(
      {
        ...effectOf(setup, before, after, new Set([key])),
        replaced: stored === undefined || isStoredSo ? [] : [fieldsOf(stored)],
        ofNamed: row === undefined || after.unmatched.has(row) ? 0 : 1,
        missed: row !== undefined && after.unmatched.has(row) ? 1 : 0,
      },
      message,
    ).toEqual(sorted(shown));
  });
});

it('the lines that are counted before many mappings get another account are those that then change', async () => {
  await inRounds({ seed: 7, rounds: 60 }, async (random, setup, message) => {
    const { account } = randomTexts(random);
    const { list } = setup.ledger;
    // Without any, nothing is changed, which is said.
    const keysInOrder = [...list.entries.keys()];
    const selection: Selection = new Set(keysInOrder.filter((_key, i) => i === 0 || random() < 0.6));
    const glAccount = account();
    const keys = new Set([...selection].filter((key) => list.entries.get(key)?.glAccount !== glAccount));
    const preview = createPreviewer(previewerOptions(setup.ledger, setup.timing));
    const writer = new ChangeSetWriter(list, createMemoryPlans());
    const changes = createAccountChanges({ list, writer, selection, preview });
    const before = stateOf(setup);
    const shown = await changes.previewAccounts(glAccount);

    expect(await changes.changeAccounts(glAccount, null, () => {})).toMatchObject({ kind: 'saved' });
    await settled();
    const effect = effectOf(setup, before, stateOf(setup), keys);
    expect(sorted(shown?.preview), message).toEqual(effect);
  });
});

it('the effect that is shown before mappings are removed, edited or consolidated is what then happens', async () => {
  const totals = { changed: 0, lost: 0 };
  await inRounds({ seed: 11, rounds: 120 }, async (random, setup, message) => {
    const { pick, phrase, account } = randomTexts(random);
    const { editor } = createTable(setup);
    const { entries } = setup.ledger.list;
    const keys = [...entries.keys()].filter(() => random() < 0.4);
    const mapping = makeMapping({ description: phrase(), glAccount: account() });
    const edited = pick([...entries.values()]);
    const change = { set: [mapping], remove: keys };
    const kinds = [
      {
        keys,
        said: () => editor.previewRemoval(keys),
        done: () => Promise.all(keys.map((key) => editor.remove(entries.get(key) as Mapping))),
      },
      {
        keys: [edited.key, edited.description === mapping.description ? edited.key : mapping.key],
        said: () => editor.previewEdit(edited.key, mapping),
        done: () => editor.edit(edited.key, edited, mapping, true),
      },
      {
        keys: [mapping.key, ...keys],
        said: () => {
          editor.takeSnapshot();
          return editor.previewApply(change);
        },
        done: () => editor.apply(change),
      },
    ];
    const { keys: changed, said, done } = pick(kinds);
    const before = stateOf(setup);
    const shown = await said();
    const result = await done();
    if (!Array.isArray(result) && result.kind !== 'saved') return;
    await settled();
    const effect = effectOf(setup, before, stateOf(setup), new Set(changed));
    expect(sorted(shown), message).toEqual(effect);
    totals.changed += effect.others - effect.lost;
    totals.lost += effect.lost;
  });
  expect(Math.min(totals.changed, totals.lost)).toBeGreaterThan(10);
});

it('the effect that is shown before changes of all kinds are restored is what then happens', async () => {
  await inRounds({ seed: 13, rounds: 60 }, async (random, setup, message) => {
    const { phrase, account } = randomTexts(random);
    const { list } = setup.ledger;
    const gone = [...list.entries.values()]
      .filter(() => random() < 0.3)
      .map((before) => ({ key: before.key, before, after: null }));
    const added = Array.from({ length: 3 }, () =>
      makeMapping({ description: phrase(), glAccount: account() }),
    )
      .filter(({ key }) => !gone.some((change) => change.key === key))
      .map((after) => ({ key: after.key, before: list.entries.get(after.key) ?? null, after }));
    const changes = [...new Map([...gone, ...added].map((change) => [change.key, change])).values()];
    const before = stateOf(setup);
    const shown = await createPreviewer(previewerOptions(setup.ledger, setup.timing))(changes);

    const leaves = changes.map(({ key, after }) => [
      `gl_mappings/${key}`,
      after && { description: after.description, glAccount: after.glAccount },
    ]);
    setup.database.writeElsewhere(Object.fromEntries(leaves));
    await settled();
    const keys = new Set(changes.map(({ key }) => key));
    const effect = effectOf(setup, before, stateOf(setup), keys);
    expect(sorted(shown), message).toEqual(effect);
  });
});

it('the effect that is shown before many mappings are saved at once is what then happens, too', async () => {
  await inRounds({ seed: 5, rounds: 60 }, async (random, setup, message) => {
    const { phrase, account } = randomTexts(random);
    const { ledger, run } = setup;
    const { unmatched } = ledger.rows;
    const glAccount = account();
    const wanted = Array.from({ length: 1 + below(random, 6) }, () => ({ keyword: phrase(), glAccount }));
    const last = new Map(wanted.map(({ keyword }) => [mappingKey(keyword), keyword]));
    const queue = await unmatched.find(run(), { search: '', skipped: [], showsSkipped: false });
    const [id] = queue?.ids ?? [];
    const rows = id === undefined ? [] : await unmatched.lines(run(), id, 0, ROWS);
    const before = stateOf(setup);
    const stored = [...last.keys()].map((key) => ledger.list.entries.get(key));
    const shown = await unmatched.preview(run(), wanted, id === undefined ? [] : [id]);

    const saved = await unmatched.save(run(), wanted);
    await settled();
    const after = stateOf(setup);
    const replaced = stored
      .filter((entry) => entry !== undefined)
      .filter(
        ({ key, description, glAccount: former }) => description !== last.get(key) || former !== glAccount,
      )
      .map(fieldsOf);
    expect(
      {
        ...effectOf(setup, before, after, new Set(last.keys())),
        ofNamed: rows.filter(({ row }) => !after.unmatched.has(row)).length,
        missed: rows.filter(({ row }) => after.unmatched.has(row)).length,
        replaced,
      },
      message,
    ).toEqual(sorted(shown));
    expect(saved).toMatchObject({ kind: 'saved' });
    expect(saved.kind === 'saved' && (saved.undo === null) === (saved.count === 0)).toBe(true);
  });
});
