import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { FileReadingSummary, ImportedPairs, ImportOutcome } from '#contract/analysis.ts';
import { PairText } from '#src/features/upload/PairText.ts';
import type { AnalysisService } from '#src/services/analysis.ts';
import { NO_PAIRS, openUploadStorage } from '#src/services/uploadStorage.ts';
import { WorkerEnded } from '#src/services/workerLink.ts';
import { emptyUploadStorage } from './support/emptyUploadStorage.ts';

beforeEach(emptyUploadStorage);

const imported: ImportedPairs = {
  pairs: NO_PAIRS,
  repeated: 0,
  wide: 0,
  rejectedCounts: {},
  contradictionCount: 0,
  header: null,
};

const reading: FileReadingSummary = {
  format: 'csv',
  encoding: { name: 'utf-8', isCertain: true, isDamaged: false, others: [], samples: [] },
  delimiter: ',',
  sheet: null,
  header: null,
  columns: [0, 1],
  guess: [0, 1],
  names: ['Column 1', 'Column 2'],
  preview: [],
  skipped: [],
  strayMarks: [],
  extraLines: [],
  undecodedLines: [],
  statements: [],
  leftOut: [],
};

/** A text whose worker notes what it reads; a file is read when the test says so, as the line `Filed`. */
async function setup() {
  const storage = await openUploadStorage('ann', null);
  onTestFinished(() => storage.close());
  const reads: string[] = [];
  let finish = () => {};
  let endWorker = () => {};
  let readText = async () => imported;
  const service = {
    importer: {
      readText(text: string) {
        reads.push(text);
        return readText();
      },
    },
    readFile: () =>
      new Promise<ImportOutcome>((resolve) => {
        endWorker = () => resolve({ kind: 'cancelled' });
        finish = () => resolve({ kind: 'lines', text: 'Filed\t3', leftOut: 0, imported, reading });
      }),
  };
  const text = new PairText({
    storage: Promise.resolve(storage),
    accounts: () => [],
    service: () => service as unknown as AnalysisService,
    onChanging() {},
    onPairs() {},
  });
  return {
    text,
    storage,
    reads,
    finish: () => finish(),
    endWorker: () => endWorker(),
    /** From now on the worker reads no text any more: it has ended. */
    endReading() {
      readText = () => Promise.reject(new WorkerEnded('The analysis worker was stopped.'));
    },
    file: new File(['Filed,3'], 'a.csv'),
  };
}

/** What a tab of this browser leaves over that has been closed. Returns what closes it, unless it is closed at once. */
async function leaveOver(text: string, isOpen = false): Promise<() => Promise<void>> {
  const closed = await openUploadStorage('ann', null);
  await closed.save({ text, headerIsPair: false }, new Date());
  if (!isOpen) await closed.close();
  return () => closed.close();
}

it('lines of a file go below the text without the text being read again', async () => {
  const { text, reads, finish, file } = await setup();
  text.put('First\t1');
  const reading = text.readFile(file);
  finish();
  await reading;
  expect(text.text).toBe('First\t1\nFiled\t3');
  expect(text.state.get()).toMatchObject({ imported, isReading: false, file: null });
  expect(reads).toEqual(['First\t1']);
});

it('what was typed just before is read first, since the worker places the lines below it', async () => {
  const { text, reads, finish, file } = await setup();
  text.take('Typed\t2');
  const reading = text.readFile(file);
  expect(reads).toEqual(['Typed\t2']);
  finish();
  await reading;
  expect(text.text).toBe('Typed\t2\nFiled\t3');
  expect(reads).toEqual(['Typed\t2']);
});

it('a file whose worker ends is read by the worker in its place, below the text', async () => {
  const { text, reads, finish, endWorker, file } = await setup();
  await text.open();
  text.put('First\t1');
  const reading = text.readFile(file);
  endWorker();
  await text.open();
  expect(reads.slice(-2)).toEqual(['First\t1', 'First\t1']);
  finish();
  expect(await reading).toMatchObject({ kind: 'lines' });
  expect(text.text).toBe('First\t1\nFiled\t3');
  expect(text.state.get().file).toBeNull();
});

it('a file that is read again keeps its lines when the worker ends before the text without them is read', async () => {
  const { text, finish, endReading, file } = await setup();
  text.put('First\t1');
  const reading = text.readFile(file);
  finish();
  await reading;
  endReading();
  expect(await text.readAgain({})).toEqual({ kind: 'cancelled' });
  expect(text.text).toBe('First\t1\nFiled\t3');
});

it('a file whose worker ends can be given up before there is another', async () => {
  const { text, endWorker, file } = await setup();
  await text.open();
  const reading = text.readFile(file);
  endWorker();
  text.cancelFile();
  expect(await reading).toEqual({ kind: 'cancelled' });
  expect(text.state.get().file).toBeNull();
});

it('a text that changes while a file is read is read as a whole afterwards', async () => {
  const { text, reads, finish, file } = await setup();
  text.put('First\t1');
  const reading = text.readFile(file);
  text.take('First\t1\nTyped\t2');
  finish();
  await reading;
  expect(text.text).toBe('First\t1\nTyped\t2\nFiled\t3');
  expect(reads).toEqual(['First\t1', 'First\t1\nTyped\t2\nFiled\t3']);
});

it('a blank text is replaced by the lines of a file', async () => {
  const { text, reads, finish, file } = await setup();
  text.take(' \n');
  const reading = text.readFile(file);
  finish();
  await reading;
  expect(text.text).toBe('Filed\t3');
  expect(reads).toEqual([]);
});

it('what was stored comes back with the lines that are no pairs, and is read again', async () => {
  const { text, storage, reads } = await setup();
  const stored = { text: 'Old shop\t1\nno tab at all', headerIsPair: true };
  await storage.save(stored, new Date());
  await text.open();
  expect(text.text).toBe(stored.text);
  expect(text.state.get().headerIsPair).toBe(true);
  expect(reads).toEqual([stored.text]);
});

it('a first line taken for a pair is one of its text, and not of the next', async () => {
  const { text } = await setup();
  text.take(`Description\tAccount\n${'Tesco\t1\n'.repeat(9)}`);
  text.setHeaderIsPair(true);
  text.take(`Description\tAccount\n${'Tesco\t1\n'.repeat(9)}Inn\t1`);
  expect(text.state.get().headerIsPair).toBe(true);
  text.take(`Description\tAccount\n${'Premier Inn\t2\n'.repeat(9)}`);
  expect(text.state.get().headerIsPair).toBe(false);
});

it('what was typed before the stored text came stays below it', async () => {
  const { text, storage } = await setup();
  await storage.save({ text: 'Old shop\t1', headerIsPair: false }, new Date());
  const opening = text.open();
  text.take('Typed\t2');
  await opening;
  expect(text.text).toBe('Old shop\t1\nTyped\t2');
  await expect.poll(() => storage.read()).toMatchObject({ text: 'Old shop\t1\nTyped\t2' });
});

it('the text of a closed tab goes below this one, on demand', async () => {
  const { text, storage } = await setup();
  await leaveOver('Left over\t1');
  await text.open();
  expect(text.state.get().orphanedDrafts).toHaveLength(1);
  text.put('Mine\t2');
  await text.endOrphanedDrafts('taken');
  expect(text.text).toBe('Mine\t2\nLeft over\t1');
  expect(text.state.get().orphanedDrafts).toEqual([]);
  expect(await storage.read()).toMatchObject({ text: 'Mine\t2\nLeft over\t1' });
});

it('the text of a closed tab stays where this browser has no room for it below this one', async () => {
  const { text } = await setup();
  await leaveOver('Left over\t1');
  await text.open();
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  await text.endOrphanedDrafts('taken');
  full.mockRestore();
  expect(text.text).toBe('Left over\t1');
  expect(Object.values(localStorage).join()).toContain('Left over');
});

it('the text of a tab that is closed after the others were offered is not refused with them', async () => {
  const { text } = await setup();
  const close = await leaveOver('Never seen\t2', true);
  await leaveOver('Left over\t1');
  await text.open();
  await close();
  await text.endOrphanedDrafts('refused');
  expect(Object.values(localStorage).join()).not.toContain('Left over');
  expect(Object.values(localStorage).join()).toContain('Never seen');
});

it('what was typed just before the page goes away is stored', async () => {
  const { text, storage } = await setup();
  await text.open();
  text.take('Typed\t2');
  window.dispatchEvent(new Event('pagehide'));
  await expect.poll(() => storage.read()).toMatchObject({ text: 'Typed\t2' });
});

it('the text of a closed tab is gone once it is refused', async () => {
  const { text } = await setup();
  await leaveOver('Left over\t1');
  await text.open();
  await text.endOrphanedDrafts('refused');
  expect(text.text).toBe('');
  expect(text.state.get().orphanedDrafts).toEqual([]);
});
