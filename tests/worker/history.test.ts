import { describe, expect, it } from 'vitest';
import {
  type AccessRestoreLine,
  type ChangeSetId,
  HISTORY_EXPORT_HEADERS,
  type HistoryQuery,
} from '#contract/history.ts';
import type { EntryId } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import { accessParts } from '#model/text/accessWords.ts';
import { changeSetParts, textOfParts } from '#model/text/historyWords.ts';
import { writeSpreadsheet } from '#workers/spreadsheet/writeSpreadsheet.ts';
import { ANN, BOB, createHistoryFixture, type HistoryFixture } from '../support/historyFixture.ts';
import { below, seededRandom } from '../support/random.ts';
import { until } from '../support/until.ts';

const NO_PROGRESS = () => {};
const ALL: HistoryQuery = { person: null, kind: null, from: null, to: null, text: '', key: null };

/** The rows of the first page once everything that it waits for has been read. */
async function rowsOf({ api, untilNewer }: HistoryFixture, query: Partial<HistoryQuery> = {}, to = 100) {
  for (;;) {
    const page = await api.page({ ...ALL, ...query }, 0, to);
    if (page.isComplete && page.searched?.isOver !== false) return page.rows;
    await untilNewer(page.revision);
  }
}
async function rowAt(fixture: HistoryFixture, place: number) {
  const row = (await rowsOf(fixture))[place];
  if (row === undefined) throw new Error(`there is no row ${place}`);
  return row;
}
const words = async (fixture: HistoryFixture, query: Partial<HistoryQuery> = {}) =>
  (await rowsOf(fixture, query)).map((row) => textOfParts(changeSetParts(row)));

/** An upload of two entries, an edit in between by somebody else, and a deletion. */
function daily() {
  const fixture = createHistoryFixture();
  const upload = { kind: 'upload', batch: 'b1' } as const;
  fixture.set({ ACME: '6100', TESCO: '6200', SHELL: '6300' }, upload);
  fixture.set({ ACME: '6150' }, { by: BOB });
  fixture.set({ PIZZA: '6400' }, upload);
  fixture.set({ TESCO: null }, { kind: 'delete', note: 'double' });
  return fixture;
}

describe('the history as rows', () => {
  it('has one row per change set, newest first, in words', async () => {
    expect(await words(daily())).toEqual(['TESCO: 6200 removed', 'Upload: 4 added', 'ACME: 6100 → 6150']);
  });

  it('says who, when, how many entries and the note', async () => {
    const fixture = daily();
    const [deletion, upload] = [await rowAt(fixture, 0), await rowAt(fixture, 1)];
    expect(deletion).toMatchObject({ by: ANN, note: 'double', entries: 1, seq: 4 });
    expect(upload).toMatchObject({ by: ANN, entries: 2, seq: 3, set: 4, changes: null });
    expect(deletion.at).toBeGreaterThan(upload.at);
  });

  it('keeps change sets of two people apart although they give the same batch', async () => {
    const fixture = createHistoryFixture();
    fixture.set({ ACME: '1' }, { batch: 'same' });
    fixture.set({ ACME: '2' }, { batch: 'same', by: BOB });
    expect((await rowsOf(fixture)).map(({ by }) => by.uid)).toEqual(['bob', 'ann']);
  });

  it('puts a move to another key into one line', async () => {
    const fixture = createHistoryFixture();
    fixture.set({ ACME: '6100' }, { kind: 'add' });
    fixture.set({ ACME: null, 'ACME LTD': '6100' });
    fixture.set({ 'ACME LTD': null, 'ACME PLC': '6200' });
    expect(await words(fixture)).toEqual([
      'ACME LTD: 6100 → ACME PLC: 6200',
      'ACME → ACME LTD: 6100',
      'ACME: 6100 added',
    ]);
  });

  it('reads values of former forms', async () => {
    const fixture = createHistoryFixture();
    const key = 'ACME' as MappingKey;
    fixture.commit([{ key, before: '6100', after: { description: 'ACME', glAccount: '6200' } }]);
    expect(await words(fixture)).toEqual(['ACME: 6100 → 6200']);
  });

  it('shows an accepted change outside the app with both numbers', async () => {
    const fixture = createHistoryFixture();
    fixture.set({ ACME: '6100' }, { kind: 'add' });
    fixture.setOutside('TESCO', '1');
    fixture.accept();
    expect(await words(fixture)).toEqual([
      'Changed outside the app, accepted: 1 mapping → 2',
      'ACME: 6100 added',
    ]);
  });

  it('follows new entries, and moves a change set that goes on to the top', async () => {
    const fixture = daily();
    await rowsOf(fixture);
    const { revision } = await fixture.api.page(ALL, 0, 10);
    fixture.set({ HOTEL: '6500' }, { kind: 'upload', batch: 'b1' });
    await fixture.untilNewer(revision);
    expect((await words(fixture))[0]).toBe('Upload: 5 added');
  });

  it('begins anew when a backup is put back', async () => {
    const fixture = daily();
    await rowsOf(fixture);
    const restored = createHistoryFixture();
    restored.set({ OTHER: '1' }, { kind: 'add' });
    fixture.replaceBy(restored);
    await until(async () => expect(await words(fixture)).toEqual(['OTHER: 1 added']));
  });

  it('is empty before the first change', async () => {
    expect(await rowsOf(createHistoryFixture())).toEqual([]);
  });

  it('says when it cannot be read, and can then be asked again', async () => {
    const fixture = daily();
    fixture.failNextRead();
    await expect(fixture.api.page(ALL, 0, 10)).rejects.toThrow('the test lets it fail');
    expect(await rowsOf(fixture)).toHaveLength(3);
  });

  it('says when older entries cannot be read, and reads them at the next request', async () => {
    const fixture = createHistoryFixture();
    for (let i = 0; i < 200; i++) fixture.set({ ACME: String(i) });
    const { readChildren } = fixture.database;
    let calls = 0;
    fixture.database.readChildren = async (...args) => {
      if (++calls === 2) throw new Error('broken');
      return readChildren(...args);
    };
    const { revision, read } = await fixture.api.page(ALL, 0, 0);
    expect(read).toBe(150);
    await fixture.untilNewer(revision);
    await expect(fixture.api.page(ALL, 0, 0)).rejects.toThrow('broken');
    expect(await rowsOf(fixture, {}, 200)).toHaveLength(200);
  });

  it('reads the newest entries for the first rows, and the others after that', async () => {
    const fixture = createHistoryFixture();
    for (let i = 0; i < 700; i++) fixture.set({ ACME: String(i) });
    const first = await fixture.api.page(ALL, 0, 30);
    expect(first).toMatchObject({ read: 150, total: 700, isComplete: false });
    expect(first.rows.map((row) => textOfParts(changeSetParts(row))).slice(0, 2)).toEqual([
      'ACME: 698 → 699',
      'ACME: 697 → 698',
    ]);
    expect(await rowsOf(fixture, {}, 1_000)).toHaveLength(700);
  });
});

describe('filters', () => {
  it('by person, kind and time', async () => {
    const fixture = daily();
    expect(await words(fixture, { person: 'bob' })).toEqual(['ACME: 6100 → 6150']);
    expect(await words(fixture, { kind: 'upload' })).toEqual(['Upload: 4 added']);
    const [deletion, upload] = [await rowAt(fixture, 0), await rowAt(fixture, 1)];
    expect(await words(fixture, { from: deletion.at })).toEqual(['TESCO: 6200 removed']);
    expect(await rowsOf(fixture, { from: upload.at, to: deletion.at })).toEqual([upload]);
  });

  it('by keyword or account, whatever the case, before and after the change', async () => {
    const fixture = daily();
    expect(await words(fixture, { text: ' tesco ' })).toEqual(['TESCO: 6200 removed', 'Upload: 4 added']);
    expect(await words(fixture, { text: '6150' })).toEqual(['ACME: 6100 → 6150']);
    expect(await words(fixture, { text: '6100', person: 'bob' })).toEqual(['ACME: 6100 → 6150']);
    expect(await words(fixture, { text: 'nowhere' })).toEqual([]);
  });

  it('finds in new entries too', async () => {
    const fixture = daily();
    await words(fixture, { text: 'hotel' });
    fixture.set({ HOTEL: '1' }, { kind: 'add' });
    await until(async () => expect(await words(fixture, { text: 'hotel' })).toEqual(['HOTEL: 1 added']));
  });

  it('says how far a search has come', async () => {
    const page = await daily().api.page({ ...ALL, text: 'tesco' }, 0, 30);
    expect(page.searched).toEqual({ done: 0, of: 6, isOver: false });
  });

  it('names everybody who made a change', async () => {
    const { people } = await daily().api.page({ ...ALL, person: 'bob' }, 0, 30);
    expect(people.map(({ uid }) => uid).sort()).toEqual(['ann', 'bob']);
  });

  it('by mapping: what each change set made of it', async () => {
    const fixture = daily();
    const rows = await rowsOf(fixture, { key: 'ACME' as MappingKey });
    expect(rows.map((row) => textOfParts(changeSetParts(row)))).toEqual([
      'ACME: 6100 → 6150',
      'Upload: ACME: 6100 added',
    ]);
    expect(await rowsOf(fixture, { key: 'NEVER THERE' as MappingKey })).toEqual([]);
  });

  it('of one mapping does not call an action stopped whose further entries are about others', async () => {
    const fixture = createHistoryFixture();
    const upload = { kind: 'upload', batch: 'b1' } as const;
    fixture.set({ ACME: '6100', TESCO: '6200' }, { ...upload, left: 1 });
    fixture.set({ SHELL: '6300' }, { ...upload, left: 0 });
    expect(await rowsOf(fixture)).toMatchObject([{ left: 0 }]);
    expect(await rowsOf(fixture, { key: 'ACME' as MappingKey })).toMatchObject([{ left: 0 }]);
  });
});

describe('an opened change set', () => {
  it('has thirty changes a page, oldest entry first', async () => {
    const fixture = createHistoryFixture();
    const part = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_unused, i) => [`K${from + i}`, '1']));
    fixture.set(part(100, 140), { kind: 'upload', batch: 'b' });
    fixture.set(part(140, 165), { kind: 'upload', batch: 'b' });
    const row = await rowAt(fixture, 0);
    const page = (number: number) => fixture.api.changeSet(row.id, ALL, number);
    const second = await page(2);
    expect(second).toMatchObject({ page: 2, pages: 3, found: 65, parts: 2 });
    expect(second.lines.map(({ change, part: number }) => `${number} ${change.key}`)).toEqual([
      ...Array.from({ length: 10 }, (_unused, i) => `1 K${130 + i}`),
      ...Array.from({ length: 20 }, (_unused, i) => `2 K${140 + i}`),
    ]);
    expect((await page(9)).page).toBe(3);
    expect(
      (await fixture.api.changeSet(row.id, { ...ALL, text: 'k16' }, 1)).lines.map(({ change }) => change.key),
    ).toEqual(['K160', 'K161', 'K162', 'K163', 'K164']);
  });

  it('of many changes costs only the entries of its page', async () => {
    const fixture = createHistoryFixture();
    for (let part = 0; part < 40; part++) {
      const keys = Array.from({ length: 500 }, (_unused, i) => [`K${part * 500 + i}`, '1'] as const);
      fixture.set(Object.fromEntries(keys), { kind: 'upload', batch: 'b' });
    }
    const row = await rowAt(fixture, 0);
    expect(textOfParts(changeSetParts(row))).toBe('Upload: 20,000 added');
    const { length: before } = fixture.database.reads;
    const page = await fixture.api.changeSet(row.id, ALL, 300);
    expect(page.lines[0]?.change.key).toBe('K8970');
    expect(fixture.database.reads).toHaveLength(before + 1);
  });
});

describe('the export', () => {
  const lines = async (fixture: HistoryFixture, query: Partial<HistoryQuery> = {}) => {
    const result = await fixture.api.export({ ...ALL, ...query });
    if (result.kind !== 'lines') throw new Error(result.kind);
    return (await result.lines.text()).split('\n').map((line) => line.split('\t'));
  };

  it('has a line for each change, newest entry first', async () => {
    const rows = await lines(daily());
    expect(rows.map((cells) => cells.slice(1))).toEqual([
      ['ann@example.com', 'Deletion', 'TESCO', '6200', '', '', '4', 'double'],
      ['ann@example.com', 'Upload', '', '', 'PIZZA', '6400', '3', ''],
      ['bob@example.com', 'Edit', 'ACME', '6100', 'ACME', '6150', '2', ''],
      ['ann@example.com', 'Upload', '', '', 'ACME', '6100', '1', ''],
      ['ann@example.com', 'Upload', '', '', 'TESCO', '6200', '1', ''],
      ['ann@example.com', 'Upload', '', '', 'SHELL', '6300', '1', ''],
    ]);
    expect(rows[0]?.[0]).toMatch(/^2026-03-0\d \d\d:\d\d:00$/);
    expect(rows.every((cells) => cells.length === HISTORY_EXPORT_HEADERS.list.length)).toBe(true);
  });

  it('ends with the newest seal, where there is one', async () => {
    const fixture = daily();
    fixture.put('gl_mappings_seal', { seq: 4, hash: '9f86d081884c7d65'.repeat(4) });
    const rows = await lines(fixture, { text: 'pizza' });
    expect(rows.map((cells) => cells.slice(1))).toEqual([
      ['ann@example.com', 'Upload', '', '', 'PIZZA', '6400', '3', ''],
      ['', 'Newest seal', '', '', '', '', '4', '4:9f86d081884c'],
    ]);
  });

  it('has what the filters show, and no more', async () => {
    const ofTesco = await lines(daily(), { text: 'tesco' });
    expect(ofTesco.map((cells) => cells[2])).toEqual(['Deletion', 'Upload']);
    expect(await lines(daily(), { key: 'ACME' as MappingKey })).toHaveLength(2);
  });

  it('as a file has one row per change, and the header', async () => {
    const result = await daily().api.export(ALL);
    if (result.kind !== 'lines') throw new Error(result.kind);
    const made = await writeSpreadsheet('csv', [
      { header: HISTORY_EXPORT_HEADERS.list, lines: result.lines },
    ]);
    if (made.kind !== 'files') throw new Error(made.kind);
    const rows = ((await made.files[0]?.text()) ?? '').split('\r\n');
    expect(rows).toHaveLength(result.changes + 2);
    expect(rows.at(-2)).toContain('"SHELL","6300"');
    expect(rows.at(-1)).toBe('');
  });

  it('keeps one line per change whatever is in it', async () => {
    const fixture = createHistoryFixture();
    fixture.commit([
      { key: 'A' as MappingKey, before: { description: 'A\tB\nC', glAccount: '1' }, after: null },
    ]);
    expect((await lines(fixture))[0]?.[3]).toBe('A B C');
  });
});

describe('a restore', () => {
  const SKIP = { restoreAll: false, except: [] };

  /** Previews and does it; returns the preview and how it ended. */
  async function restore(
    { api }: HistoryFixture,
    target: Parameters<HistoryFixture['api']['preview']>[0],
    choice: { restoreAll: boolean; except: MappingKey[] } = SKIP,
  ) {
    const preview = await api.preview(target);
    if (preview.kind !== 'ready') return { preview };
    return { preview, result: await api.restore(preview.id, choice, NO_PROGRESS) };
  }
  const target = async (fixture: HistoryFixture, place: number) =>
    ({ kind: 'changeSet', changeSet: (await rowAt(fixture, place)).id }) as const;

  it('of a batch leaves what others have changed since, and is an entry itself', async () => {
    const fixture = daily();
    const { preview, result } = await restore(fixture, await target(fixture, 1));
    expect(preview).toMatchObject({ changes: 2, conflicts: 1, same: 1, unusable: 0, isPartial: false });
    expect(result).toEqual({ kind: 'restored', count: 2, skipped: 0, undo: expect.any(String) });
    expect(fixture.accounts()).toEqual({ ACME: '6150' });
    const row = await rowAt(fixture, 0);
    expect(row).toMatchObject({ kind: 'restore', removed: 2, set: 0 });
    expect(row.note).toMatch(/^Upload by ann@example\.com, 2026-03-0\d \d\d:\d\d UTC$/);
  });

  it('restores conflicts too if chosen, all or some of them', async () => {
    const one = daily();
    await restore(one, await target(one, 1), { restoreAll: false, except: ['ACME' as MappingKey] });
    expect(one.accounts()).toEqual({});
    const none = daily();
    await restore(none, await target(none, 1), { restoreAll: true, except: ['ACME' as MappingKey] });
    expect(none.accounts()).toEqual({ ACME: '6150' });
  });

  it('of one entry of a batch', async () => {
    const fixture = daily();
    const { lines } = await fixture.api.changeSet((await rowAt(fixture, 1)).id, ALL, 1);
    await restore(fixture, { kind: 'entry', entry: lines.at(-1)?.entry as EntryId });
    expect(fixture.accounts()).toEqual({ ACME: '6150', SHELL: '6300' });
  });

  it('of one mapping gives the value of then, whatever came between', async () => {
    const fixture = daily();
    const key = 'ACME' as MappingKey;
    const rows = (await fixture.api.page({ ...ALL, key }, 0, 30)).rows;
    const values = rows.map(({ changes }) => changes?.at(-1)?.after?.glAccount);
    const first = rows.at(-1)?.entry as EntryId;
    const { preview, result } = await restore(fixture, { kind: 'mapping', key, entry: first });
    expect(preview).toMatchObject({ changes: 1, conflicts: 0, same: 0, unusable: 0, isPartial: false });
    expect(result).toEqual({ kind: 'restored', count: 1, skipped: 0, undo: expect.any(String) });
    expect(values.at(0)).not.toBe(values.at(-1));
    expect(fixture.accounts()['ACME']).toBe(values.at(-1));
    expect((await rowAt(fixture, 0)).note).toMatch(/^ACME as of entry \d+, 2026-03-0\d \d\d:\d\d UTC$/);
    expect(await fixture.api.preview({ kind: 'mapping', key, entry: first })).toMatchObject({
      changes: 0,
      same: 1,
    });
  });

  it('of a mapping that the entry did not change is impossible', async () => {
    const fixture = daily();
    const { entry } = await rowAt(fixture, 0);
    const target = { kind: 'mapping', key: 'NOWHERE' as MappingKey, entry } as const;
    expect(await fixture.api.preview(target)).toEqual({ kind: 'impossible', reason: 'unknown' });
  });

  it('of some mappings of a change set leaves the others of it', async () => {
    const fixture = daily();
    const { preview, result } = await restore(fixture, {
      ...(await target(fixture, 1)),
      keys: ['PIZZA' as MappingKey],
    });
    expect(preview).toMatchObject({ changes: 1, conflicts: 0, same: 0, isPartial: false });
    expect(result).toEqual({ kind: 'restored', count: 1, skipped: 0, undo: expect.any(String) });
    expect(fixture.accounts()).toEqual({ ACME: '6150', SHELL: '6300' });
  });

  it('shows its lines before it is done', async () => {
    const fixture = daily();
    const preview = await fixture.api.preview(await target(fixture, 1));
    const id = preview.kind === 'ready' ? preview.id : -1;
    expect(fixture.api.previewLines(id, 'changes', 0, 30)).toMatchObject([
      { key: 'SHELL', before: { glAccount: '6300' }, after: null },
      { key: 'PIZZA', before: { glAccount: '6400' }, after: null },
    ]);
    expect(fixture.api.previewLines(id, 'conflicts', 0, 30)).toMatchObject([
      { key: 'ACME', before: { glAccount: '6150' }, after: null, left: { glAccount: '6100' } },
    ]);
    expect(fixture.api.previewLines(id + 1, 'changes', 0, 30)).toEqual([]);
  });

  it('of the whole list as of any entry gives the list of then', async () => {
    const fixture = createHistoryFixture();
    const moments: { entry: ReturnType<HistoryFixture['set']>; accounts: unknown }[] = [];
    for (let i = 0; i < 350; i++) {
      const entry = fixture.set({ [`K${i % 7}`]: i % 5 === 0 ? null : String(i), [`L${i}`]: '1' });
      moments.push({ entry, accounts: fixture.accounts() });
    }
    const { entry, accounts } = moments[10] as (typeof moments)[number];
    const { preview } = await restore(fixture, { kind: 'as-of', entry });
    expect(preview).toMatchObject({ conflicts: 0, isPartial: false });
    expect(fixture.accounts()).toEqual(accounts);
  });

  it('can be restored itself', async () => {
    const fixture = daily();
    const before = fixture.accounts();
    await restore(fixture, await target(fixture, 1));
    await restore(fixture, await target(fixture, 0));
    expect(fixture.accounts()).toEqual(before);
  });

  it('leaves what is changed between the preview and its end', async () => {
    const fixture = daily();
    const preview = await fixture.api.preview(await target(fixture, 1));
    fixture.set({ PIZZA: '9999' }, { by: BOB });
    const id = preview.kind === 'ready' ? preview.id : -1;
    expect(await fixture.api.restore(id, SKIP, NO_PROGRESS)).toEqual({
      kind: 'restored',
      count: 1,
      skipped: 1,
      undo: expect.any(String),
    });
    expect(fixture.accounts()).toEqual({ ACME: '6150', PIZZA: '9999' });
    expect(await fixture.api.restore(id, SKIP, NO_PROGRESS)).toEqual({ kind: 'gone' });
  });

  it('says how far it came when the server refuses', async () => {
    const fixture = daily();
    fixture.list.writePipelined = async () => {
      throw new Error('refused');
    };
    const { result } = await restore(fixture, await target(fixture, 1));
    expect(result).toEqual({ kind: 'failed', detail: 'refused', count: 0 });
  });

  it('says when part of what happened is not known, or nothing is', async () => {
    const fixture = createHistoryFixture();
    const entry = fixture.set({ ACME: '6100' });
    fixture.set({ ACME: '6200' });
    fixture.setOutside('TESCO', '1');
    fixture.accept();
    const { preview } = await restore(fixture, { kind: 'as-of', entry });
    expect(preview).toMatchObject({ changes: 1, isPartial: true });
    expect(fixture.accounts()).toEqual({ ACME: '6100', TESCO: '1' });
    const accepted = await rowAt(fixture, 1);
    expect(await fixture.api.preview({ kind: 'changeSet', changeSet: accepted.id })).toEqual({
      kind: 'impossible',
      reason: 'unknown',
    });
  });

  it('waits for the list', async () => {
    const fixture = daily();
    fixture.list.isConfirmed = false;
    expect(await fixture.api.preview(await target(fixture, 0))).toEqual({
      kind: 'impossible',
      reason: 'list',
    });
  });
});

describe('where the history begins', () => {
  const ADDING = ['upload', 'undo', 'add', 'edit'] as const;
  const CHANGING = ['delete', 'edit', 'choice', 'accounts'] as const;
  /** What of the list is older than its history, by the API. */
  const older = async (fixture: HistoryFixture) => {
    await rowsOf(fixture);
    return (await fixture.api.beginning())?.mappings;
  };

  it('is unknown without a history, and nothing where it has all of the list', async () => {
    expect(await createHistoryFixture().api.beginning()).toBeNull();
    expect(await older(daily())).toBe(0);
  });

  it('is with what the list had then, whatever has become of that', async () => {
    const fixture = createHistoryFixture(5);
    fixture.set({ ACME: '6100' }, { kind: 'add' });
    fixture.set({ 'OLD 1': '6200' }, { kind: 'add' });
    fixture.set({ 'OLD 2': '6200', 'OLD 3': '6200' }, { kind: 'accounts' });
    fixture.set({ TESCO: '6200', SHELL: '6200' }, { kind: 'upload' });
    fixture.set({ 'OLD 2': null, 'OLD TWO': '6200' });
    // As a program that is not the app may call it.
    fixture.set({ BAKER: '6200' }, { kind: 'edit' });
    fixture.set({ 'OLD 4': null, TESCO: null }, { kind: 'delete' });
    fixture.set({ TESCO: '1', ACME: '1', SHELL: null }, { kind: 'restore' });
    expect(await older(fixture)).toBe(5);
    expect((await fixture.api.beginning())?.since).toBe((await rowsOf(fixture)).at(-1)?.at);
  });

  it('is where somebody accepted what was changed past it', async () => {
    const fixture = daily();
    fixture.setOutside('NEW', '7000');
    fixture.accept();
    fixture.set({ ACME: '6160' });
    expect(await older(fixture)).toBe(4);
  });

  it('is where the server took over the list, without a further read', async () => {
    const fixture = createHistoryFixture(3);
    fixture.takeOver();
    fixture.set({ 'OLD 1': null, ACME: '1' }, { kind: 'restore' });
    expect(await older(fixture)).toBe(3);
  });

  it('is the same as a replay of all entries says', async () => {
    const random = seededRandom(7);
    const names = Array.from({ length: 12 }, (_unused, i) => `OLD ${i + 1}`);
    const fixture = createHistoryFixture(6);
    for (let i = 0; i < 200; i++) {
      const name = names[below(random, names.length)] ?? '';
      const kinds = name in fixture.accounts() ? CHANGING : ADDING;
      const kind = kinds[below(random, kinds.length)] ?? 'undo';
      fixture.set({ [name]: kind === 'delete' ? null : `${i}` }, { kind });
    }
    expect(await older(fixture)).toBe(6);
  });
});

describe('the history of access', () => {
  /** Carl and Dora get access, Dora becomes an admin; Bob removes Carl and makes a user of Dora. */
  function access() {
    const fixture = createHistoryFixture();
    fixture.setAccess({ 'carl@example.com': 'user', 'dora@example.com': 'user' });
    const before = fixture.setAccess({ 'dora@example.com': 'admin' });
    fixture.setAccess({ 'carl@example.com': null }, BOB);
    fixture.setAccess({ 'dora@example.com': 'user' }, BOB);
    return { ...fixture, before };
  }
  const rowsIn = async ({ accessApi }: HistoryFixture, query: Partial<HistoryQuery> = {}) => {
    const { rows } = await accessApi.page({ ...ALL, ...query }, 0, 100);
    return rows.map(({ changes }) => textOfParts(accessParts(changes ?? [])));
  };
  const emails = (lines: readonly AccessRestoreLine[]) => lines.map(({ email }) => email);

  it('has a row per change, newest first, and the filters of the list', async () => {
    expect(await rowsIn(access())).toEqual([
      'dora@example.com: No longer admin',
      'carl@example.com: Access removed',
      'dora@example.com: Made admin',
      'carl@example.com: Access granted; dora@example.com: Access granted',
    ]);
    expect(await rowsIn(access(), { person: 'bob', kind: 'withdraw' })).toEqual([
      'carl@example.com: Access removed',
    ]);
  });

  it('is searched for people and rights', async () => {
    const fixture = access();
    const query = { ...ALL, text: 'DORA@' };
    let page = await fixture.accessApi.page(query, 0, 100);
    if (page.searched?.isOver !== true) {
      await fixture.untilNewer(page.revision);
      page = await fixture.accessApi.page(query, 0, 100);
    }
    expect(page.rows.map(({ seq }) => seq)).toEqual([4, 2, 1]);
    const opened = await fixture.accessApi.changeSet(page.rows[2]?.id as ChangeSetId, query, 1);
    expect(opened.lines.map(({ change }) => change.email)).toEqual(['dora@example.com']);
  });

  it('is exported, with the newest seal', async () => {
    const fixture = access();
    fixture.put('access_seal', { seq: 4, hash: '9f86d081884c7d65'.repeat(4) });
    const result = await fixture.accessApi.export({ ...ALL, kind: 'edit', person: 'bob' });
    if (result.kind !== 'lines') throw new Error(result.kind);
    const rows = (await result.lines.text()).split('\n').map((line) => line.split('\t'));
    expect(rows.map((cells) => cells.slice(1))).toEqual([
      ['bob@example.com', 'Edit', 'dora@example.com', 'Admin', 'User', '4', ''],
      ['', 'Newest seal', '', '', '', '4', '4:9f86d081884c'],
    ]);
    expect(rows.every((cells) => cells.length === HISTORY_EXPORT_HEADERS.access.length)).toBe(true);
  });

  it('plans how everybody’s access was at a moment', async () => {
    const { accessApi, before } = access();
    const preview = await accessApi.preview({ kind: 'as-of', entry: before });
    if (preview.kind !== 'ready') throw new Error(preview.kind);
    expect(preview).toMatchObject({ conflicts: [], same: 0, isPartial: false });
    expect(preview.changes).toEqual([
      {
        email: 'carl@example.com',
        before: null,
        after: expect.objectContaining({ allow: true, admin: false }),
      },
      {
        email: 'dora@example.com',
        before: expect.objectContaining({ admin: false }),
        after: expect.objectContaining({ admin: true, uid: 'uid of dora@example.com' }),
      },
    ]);
  });

  it('asks about people changed since, where one change is taken back', async () => {
    const fixture = access();
    const { rows } = await fixture.accessApi.page(ALL, 0, 100);
    const preview = await fixture.accessApi.preview({
      kind: 'changeSet',
      changeSet: rows[3]?.id as ChangeSetId,
    });
    if (preview.kind !== 'ready') throw new Error(preview.kind);
    // Carl is without access already. Dora was a user and an admin since, and is what she was left as.
    expect([emails(preview.changes), emails(preview.conflicts), preview.same]).toEqual([
      ['dora@example.com'],
      [],
      1,
    ]);
    fixture.setAccess({ 'dora@example.com': 'admin' });
    const again = await fixture.accessApi.preview({
      kind: 'changeSet',
      changeSet: rows[3]?.id as ChangeSetId,
    });
    expect(again).toMatchObject({ changes: [], conflicts: [{ email: 'dora@example.com', after: null }] });
  });
});

describe('an entry whose figures differ from its changes', () => {
  /** Somebody wrote other figures than the app does, where no server counts. */
  function bent(figures: { set?: number; removed?: number }, accounts: Record<string, string | null>) {
    const fixture = createHistoryFixture();
    fixture.set({ ACME: '6100' });
    const id = fixture.set(accounts);
    for (const [name, figure] of Object.entries(figures))
      fixture.put(`gl_mappings_history/${id}/${name}`, figure);
    return fixture;
  }

  it('is marked in its line, and others are not', async () => {
    const fixture = bent({ set: 2 }, { BOLT: '6200' });
    const { rows } = await fixture.api.page(ALL, 0, 10);
    expect(rows.map(({ differs }) => differs)).toEqual([true, false]);
  });

  it('is marked when a removal is said to be an addition', async () => {
    const fixture = bent({ set: 1, removed: 0 }, { ACME: null });
    const { rows } = await fixture.api.page(ALL, 0, 10);
    expect(rows.map(({ differs }) => differs)).toEqual([true, false]);
  });

  it('is marked when an action of many changes is opened', async () => {
    const accounts = Object.fromEntries(Array.from({ length: 40 }, (_unused, i) => [`Shop ${i}`, '6200']));
    const fixture = bent({ set: 41 }, accounts);
    const [row] = (await fixture.api.page(ALL, 0, 10)).rows;
    expect(row).toMatchObject({ set: 41, differs: false });
    const opened = await fixture.api.changeSet(row?.id as ChangeSetId, ALL, 1);
    expect(opened).toMatchObject({ differs: true });
    expect((await fixture.api.page(ALL, 0, 10)).rows[0]).toMatchObject({ differs: true });
  });
});
