import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeSetId } from '#contract/history.ts';
import { STOPPED_AFTER_MS } from '#model/history.ts';
import type { EntryId } from '#model/log/version.ts';
import { createHistoryFixture, type HistoryFixture } from '../support/historyFixture.ts';
import { entriesIn, leftIn } from '../support/memoryDatabase.ts';
import { setupTable } from '../support/tableSetup.ts';

const RESTORE_NONE = { restoreAll: false, except: [] };
const ALL = { person: null, kind: null, from: null, to: null, text: '', key: null };

const many = (count: number) =>
  Array.from({ length: count }, (_unused, i) => [`Acme ${String(i).padStart(5, '0')}`, '6100'] as const);

/** An upload of which two entries are stored, and one mapping is left, so many milliseconds after the last of them. */
function stoppedUpload(since = STOPPED_AFTER_MS) {
  const fixture = createHistoryFixture();
  fixture.set({ ACME: '6100', BOLT: '6200' }, { kind: 'upload', batch: 'b1', left: 2 });
  const last = fixture.set({ CAFE: '6300' }, { kind: 'upload', batch: 'b1', left: 1 });
  const at = fixture.database.stored(`gl_mappings_history/${last}/at`) as number;
  vi.setSystemTime(at + since);
  return { fixture, at };
}

const stopped = ({ api }: HistoryFixture, upload: string | null = null) => api.stopped(upload);
const leftOfRows = async ({ api }: HistoryFixture) =>
  (await api.page(ALL, 0, 10)).rows.map(({ kind, left }) => `${kind} ${left}`);

describe('a change set that was stopped', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('is named when nothing has come of it for two minutes', async () => {
    const { fixture, at } = stoppedUpload(STOPPED_AFTER_MS - 1);
    expect(await stopped(fixture)).toEqual([]);
    vi.setSystemTime(at + STOPPED_AFTER_MS);
    expect(await stopped(fixture)).toMatchObject([
      { batch: 'b1', kind: 'upload', by: { uid: 'ann' }, at, done: 3, of: 4, hasPlan: false },
    ]);
    expect(await leftOfRows(fixture)).toEqual(['upload 1']);
  });

  it('is none when its last entry says that nothing is left, or says nothing', async () => {
    const fixture = createHistoryFixture();
    fixture.set({ ACME: '6100' }, { kind: 'upload', batch: 'b1', left: 1 });
    fixture.set({ BOLT: '6100' }, { kind: 'upload', batch: 'b1', left: 0 });
    fixture.set({ CAFE: '6100' }, { kind: 'upload', batch: 'b2' });
    vi.setSystemTime(Date.now() + 10 * STOPPED_AFTER_MS);
    expect(await stopped(fixture)).toEqual([]);
  });

  it('can be left as it is by any admin, which changes nothing of the list', async () => {
    const { fixture } = stoppedUpload();
    const [accounts] = [fixture.accounts(), await stopped(fixture)];
    await fixture.api.leaveStopped('b1');
    expect(await stopped(fixture)).toEqual([]);
    expect(fixture.accounts()).toEqual(accounts);
    expect(await leftOfRows(fixture)).toEqual(['closed 0', 'upload 0']);
  });

  it('that is taken back is stopped no more', async () => {
    const { fixture } = stoppedUpload();
    const [one] = await stopped(fixture);
    const preview = await fixture.api.preview({ kind: 'changeSet', changeSet: one?.id as ChangeSetId });
    if (preview.kind !== 'ready') throw new Error(preview.reason);
    expect(await fixture.api.restore(preview.id, RESTORE_NONE, () => {})).toMatchObject({ count: 3 });
    expect(fixture.accounts()).toEqual({});
    expect(await stopped(fixture)).toEqual([]);
    expect(await leftOfRows(fixture)).toEqual(['closed 0', 'restore 0', 'upload 0']);
  });

  it('whose plan this browser has is named at once, unless a tab goes on with it', async () => {
    const { fixture } = stoppedUpload(0);
    await fixture.plans.save({ kind: 'upload', batch: 'b1', changes: [] });
    const release = fixture.plans.hold('b1');
    expect(await stopped(fixture)).toEqual([]);
    release();
    expect(await stopped(fixture)).toMatchObject([{ batch: 'b1', hasPlan: true }]);
  });

  it('that is the upload of this tab is named at once, unless another tab goes on with it', async () => {
    const { fixture } = stoppedUpload(0);
    const release = fixture.plans.hold('b1');
    expect(await stopped(fixture, 'b1')).toEqual([]);
    release();
    expect(await stopped(fixture)).toEqual([]);
    expect(await stopped(fixture, 'b1')).toMatchObject([{ batch: 'b1', done: 3, of: 4, hasPlan: false }]);
  });

  it('does not keep the list as of a moment from being restored', async () => {
    const { fixture } = stoppedUpload();
    await fixture.list.closeBatch('b1');
    fixture.set({ ACME: '7000' });
    const preview = await fixture.api.preview({ kind: 'as-of', entry: 'entry-2' as EntryId });
    expect(preview).toMatchObject({ kind: 'ready', changes: 1, isPartial: false });
  });
});

describe('another account for many mappings that was stopped', () => {
  async function stoppedChange() {
    const setup = await setupTable(many(1_700));
    await setup.view.selectFound({ kind: 'search', text: 'acme' });
    const { undo } = await setup.editor.changeAccounts('6200', null, () => setup.editor.cancelAccounts());
    return { ...setup, batch: undo ?? '' };
  }

  it('goes on where it was, as the same batch', async () => {
    const { writer, plans, database, batch, at } = await stoppedChange();
    expect(await plans.batches()).toEqual([batch]);
    const progress: number[] = [];
    const written = await writer.resume(batch, (done) => progress.push(done));
    expect(written).toMatchObject({ failure: null, skipped: 0 });
    expect(progress).toEqual([500, 700]);
    expect(database.updates.map(entriesIn)).toEqual([500, 500, 500, 200]);
    expect(database.updates.map(leftIn)).toEqual([1_200, 700, 200, 0]);
    expect(at('Acme 01699')).toEqual({ description: 'Acme 01699', glAccount: '6200' });
    expect(await plans.batches()).toEqual([]);
    expect(await writer.resume(batch, () => {})).toBeNull();
  });

  it('goes on in one tab where two ask for it, and is not said to be changed by others', async () => {
    const { writer, batch } = await stoppedChange();
    const resume = () => writer.resume(batch, () => {});
    const [first, second] = await Promise.all([resume(), resume()]);
    expect(first).toMatchObject({ failure: null, skipped: 0 });
    expect(second).toBeNull();
    expect(await resume()).toBeNull();
  });

  it('is closed when others have changed all that was left', async () => {
    const { writer, database, batch, writeElsewhere } = await stoppedChange();
    for (const [description] of many(1_700).slice(1_000)) writeElsewhere(description, '6900');
    const before = database.updates.length;
    expect(await writer.resume(batch, () => {})).toMatchObject({ changes: [] });
    const [update = {}, ...more] = database.updates.slice(before);
    expect(more).toEqual([]);
    expect(entriesIn(update)).toBe(0);
    expect(Object.values(update)).toContainEqual(expect.objectContaining({ kind: 'closed', batch }));
  });

  it('is closed when it is undone', async () => {
    const { editor, plans, database, batch, at } = await stoppedChange();
    expect(await editor.undo(batch)).toMatchObject({ kind: 'undone', count: 1_000 });
    expect(at('Acme 00000')).toEqual({ description: 'Acme 00000', glAccount: '6100' });
    const closed = expect.objectContaining({ kind: 'closed', batch });
    expect(Object.values(database.updates.at(-1) ?? {})).toContainEqual(closed);
    expect(await plans.batches()).toEqual([]);
  });
});
