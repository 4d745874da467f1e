import { expect, it } from 'vitest';
import { createClassifier } from '#engine/classifier.ts';
import type { Explanation } from '#model/classification.ts';
import { isUsable, type Mapping, type MappingKey, makeMapping, mappingKey } from '#model/mapping.ts';
import { ChangeSetWriter } from '#workers/ledger/list/ChangeSetWriter.ts';
import { AccountChanges } from '#workers/ledger/table/AccountChanges.ts';
import { changesEffect } from '#workers/ledger/table/changesEffect.ts';
import { createRemovalEffect } from '#workers/ledger/table/removalEffect.ts';
import { Selection } from '#workers/ledger/table/TableView.ts';
import { settled } from '../support/fakeTiming.ts';
import { byStage } from '../support/fullRun.ts';
import { setupLedger } from '../support/ledgerSetup.ts';
import { createMemoryPlans } from '../support/memoryPlans.ts';
import { seededRandom } from '../support/random.ts';
import { saveKeyword } from '../support/saveKeyword.ts';

const ROWS = 25;
const WORDS = ['PREMIER', 'premier inn', 'INN', 'tesco', 'Tesco Stores', 'uber  trip', 'AB', 'x.y z', 'café'];

type Setup = Awaited<ReturnType<typeof setupLedger>>;

function randomTexts(random: () => number) {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const phrase = () => Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(WORDS)).join(' ');
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
  setup.paste(Array.from({ length: ROWS }, phrase));
  await setup.finish();
  ledger.rows.editRow(run(), 3, phrase());
  for (const row of filtered(setup, 'no-match'))
    if (random() < 0.2) ledger.rows.chooseAccount(run(), row, pick(['1', '2', '4']));
  database.writeElsewhere(leaf());
  await settled();
  for (const row of filtered(setup, 'to-verify')) if (random() < 0.5) ledger.rows.keepCurrent(run(), row);
  return setup;
}

function filtered({ ledger, run }: Setup, filter: 'no-match' | 'to-verify'): number[] {
  return [...(ledger.rows.filter(run(), { filter, search: '' }) ?? [])];
}

/** What the list and the rows are like at one moment. */
function stateOf(setup: Setup) {
  const { entries, classifier } = setup.ledger.list;
  const winnerIn = (explanation: Explanation | undefined) =>
    explanation !== undefined && 'mapping' in explanation ? explanation.mapping : null;
  return {
    unmatched: new Set(filtered(setup, 'no-match')),
    toVerify: new Set(filtered(setup, 'to-verify')),
    winners: Array.from({ length: ROWS }, (_, row) =>
      winnerIn(setup.ledger.rows.explain(setup.run(), row)?.explanation),
    ),
    rows: Array.from({ length: ROWS }, (_, row) => {
      const table = setup.ledger.tableNow();
      return { text: table?.description(row) ?? '', account: table?.account(row) ?? '' };
    }),
    /** By key, the account that a mapping's own text gets. */
    own: new Map<MappingKey, string | undefined>(
      [...entries.values()]
        .filter(isUsable)
        .map(({ key, description }) => [key, winnerIn(classifier?.explain(description))?.glAccount]),
    ),
  };
}

type State = ReturnType<typeof stateOf>;

const isOtherAnswer = (a: Mapping | null | undefined, b: Mapping | null | undefined) =>
  a?.key !== b?.key || a?.glAccount !== b?.glAccount;

/** The rows that have an account and another answer than before. */
function flaggedRows(before: State, after: State): readonly number[] {
  return [...after.toVerify].filter((row) => isOtherAnswer(before.winners[row], after.winners[row]));
}

/** What a save has done, told from before and after it. */
function effectOf(before: State, after: State, keys: ReadonlySet<MappingKey>) {
  const gained = [...before.unmatched].filter((row) => !after.unmatched.has(row));
  const others = flaggedRows(before, after);
  const example = (row: number) => ({
    text: before.rows[row]?.text,
    from: before.unmatched.has(row) ? null : before.rows[row]?.account,
    to: after.winners[row]?.glAccount ?? null,
  });
  const lost = others.filter((row) => after.winners[row] === null);
  const changed = others.filter((row) => after.winners[row] !== null);
  return {
    unmatched: gained.length,
    others: others.length,
    examples: [gained, changed, lost].flatMap((rows) => rows.slice(0, 10).map(example)),
    ownTexts: [...after.own].filter(
      ([other, own]) => !keys.has(other) && before.own.has(other) && before.own.get(other) !== own,
    ).length,
  };
}

it('the effect that is shown before a mapping is saved is what then happens, whatever the list and the rows', async () => {
  const seed = byStage({ usual: 3, full: Date.now() });
  const random = seededRandom(seed);
  const { phrase, account } = randomTexts(random);
  for (let round = 0; round < byStage({ usual: 60, full: 1_000 }); round++) {
    const setup = await setupMixedRows(random);
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
        ...effectOf(before, after, new Set([key])),
        replaced:
          stored === undefined || isStoredSo
            ? null
            : { description: stored.description, glAccount: stored.glAccount },
        matchesRow: row === undefined ? null : !after.unmatched.has(row),
      },
      `seed ${seed}, round ${round}`,
    ).toEqual(shown);
  }
});

it('the lines that are counted before many mappings get another account are those that then change', async () => {
  const seed = byStage({ usual: 7, full: Date.now() });
  const random = seededRandom(seed);
  const { account } = randomTexts(random);
  for (let round = 0; round < byStage({ usual: 60, full: 1_000 }); round++) {
    const setup = await setupMixedRows(random);
    const { list, tableNow } = setup.ledger;
    const selection = new Selection();
    selection.set(
      [...list.entries.keys()].filter(() => random() < 0.6),
      true,
    );
    const keys = new Set(selection.keys);
    const changes = new AccountChanges({
      list,
      writer: new ChangeSetWriter(list, createMemoryPlans()),
      selection,
      timing: setup.timing,
      createClassifier,
      tableNow,
    });
    const glAccount = account();
    const before = stateOf(setup);
    const shown = await changes.preview(glAccount);

    expect(await changes.change(glAccount, null, () => {})).toMatchObject({ kind: 'saved' });
    await settled();
    const { ownTexts: _, ...effect } = effectOf(before, stateOf(setup), keys);
    expect(shown?.lines, `seed ${seed}, round ${round}`).toEqual(effect);
  }
});

it('the rows that are counted before mappings are removed are those that then have to be verified', async () => {
  const seed = byStage({ usual: 11, full: Date.now() });
  const random = seededRandom(seed);
  const totals = { changed: 0, lost: 0 };
  for (let round = 0; round < byStage({ usual: 60, full: 1_000 }); round++) {
    const setup = await setupMixedRows(random);
    const { list, tableNow } = setup.ledger;
    const keys = [...list.entries.keys()].filter(() => random() < 0.4);
    const removalEffect = createRemovalEffect({ list, timing: setup.timing, createClassifier, tableNow });
    const before = stateOf(setup);
    const shown = await removalEffect(keys);

    setup.database.writeElsewhere(Object.fromEntries(keys.map((key) => [`gl_mappings/${key}`, null])));
    await settled();
    const after = stateOf(setup);
    const flagged = flaggedRows(before, after);
    const lost = flagged.filter((row) => after.winners[row] === null).length;
    expect(shown, `seed ${seed}, round ${round}`).toEqual({ changed: flagged.length - lost, lost });
    totals.changed += shown?.changed ?? 0;
    totals.lost += shown?.lost ?? 0;
  }
  expect(Math.min(totals.changed, totals.lost)).toBeGreaterThan(10);
});

it('the effect that is shown before changes of all kinds are restored is what then happens', async () => {
  const seed = byStage({ usual: 13, full: Date.now() });
  const random = seededRandom(seed);
  const { phrase, account } = randomTexts(random);
  for (let round = 0; round < byStage({ usual: 60, full: 1_000 }); round++) {
    const setup = await setupMixedRows(random);
    const { list, tableNow } = setup.ledger;
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
    const shown = changesEffect({ list, createClassifier, tableNow }, changes);

    const leaves = changes.map(({ key, after }) => [
      `gl_mappings/${key}`,
      after && { description: after.description, glAccount: after.glAccount },
    ]);
    setup.database.writeElsewhere(Object.fromEntries(leaves));
    await settled();
    const { ownTexts: _, ...effect } = effectOf(before, stateOf(setup), new Set());
    expect(shown, `seed ${seed}, round ${round}`).toEqual(effect);
  }
});

it('the effect that is shown before many mappings are saved at once is what then happens, too', async () => {
  const seed = byStage({ usual: 5, full: Date.now() });
  const random = seededRandom(seed);
  const { phrase, account } = randomTexts(random);
  for (let round = 0; round < byStage({ usual: 60, full: 1_000 }); round++) {
    const setup = await setupMixedRows(random);
    const { ledger, run } = setup;
    const { unmatched } = ledger.rows;
    const glAccount = account();
    const wanted = Array.from({ length: 1 + Math.floor(random() * 6) }, () => ({
      keyword: phrase(),
      glAccount,
    }));
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
      .map(({ description, glAccount }) => ({ description, glAccount }));
    expect(
      {
        ...effectOf(before, after, new Set(last.keys())),
        ofRows: rows.filter(({ row }) => !after.unmatched.has(row)).length,
        replaced,
      },
      `seed ${seed}, round ${round}`,
    ).toEqual(shown);
    expect(saved).toMatchObject({ kind: 'saved' });
    expect(saved.kind === 'saved' && (saved.undo === null) === (saved.count === 0)).toBe(true);
  }
});
