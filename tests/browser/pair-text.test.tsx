import { beforeEach, expect, it } from 'vitest';
import type { ImportedPairs, ImportOutcome } from '#contract/analysis.ts';
import { PairText } from '#src/features/upload/PairText.ts';
import type { AnalysisService } from '#src/services/analysis.ts';
import { dropPendingPairs, NO_PAIRS } from '#src/services/uploadStorage.ts';

beforeEach(dropPendingPairs);

const imported: ImportedPairs = {
  pairs: NO_PAIRS,
  repeated: 0,
  wide: 0,
  rejectedCounts: {},
  contradictionCount: 0,
  header: null,
};

/** A text whose worker notes what it reads; a file is read when the test says so, as the line `Filed`. */
function setup() {
  const reads: string[] = [];
  let finish = () => {};
  const service: Pick<AnalysisService, 'readText' | 'readFile'> = {
    async readText(text) {
      reads.push(text);
      return imported;
    },
    readFile: () =>
      new Promise<ImportOutcome>((resolve) => {
        finish = () => resolve({ kind: 'lines', text: 'Filed\t3', leftOut: 0, imported });
      }),
  };
  const text = new PairText({
    owner: 'ann',
    service: () => service as AnalysisService,
    onChanging() {},
    onPairs() {},
  });
  return { text, reads, finish: () => finish(), file: new File(['Filed,3'], 'a.csv') };
}

it('lines of a file go below the text without the text being read again', async () => {
  const { text, reads, finish, file } = setup();
  text.put('First\t1');
  const reading = text.readFile(file);
  finish();
  await reading;
  expect(text.text).toBe('First\t1\nFiled\t3');
  expect(text.state.get()).toMatchObject({ imported, isReading: false, file: null });
  expect(reads).toEqual(['First\t1']);
});

it('what was typed just before is read first, since the worker places the lines below it', async () => {
  const { text, reads, finish, file } = setup();
  text.take('Typed\t2');
  const reading = text.readFile(file);
  expect(reads).toEqual(['Typed\t2']);
  finish();
  await reading;
  expect(text.text).toBe('Typed\t2\nFiled\t3');
  expect(reads).toEqual(['Typed\t2']);
});

it('a text that changes while a file is read is read as a whole afterwards', async () => {
  const { text, reads, finish, file } = setup();
  text.put('First\t1');
  const reading = text.readFile(file);
  text.take('First\t1\nTyped\t2');
  finish();
  await reading;
  expect(text.text).toBe('First\t1\nTyped\t2\nFiled\t3');
  expect(reads).toEqual(['First\t1', 'First\t1\nTyped\t2\nFiled\t3']);
});

it('a blank text is replaced by the lines of a file', async () => {
  const { text, reads, finish, file } = setup();
  text.take(' \n');
  const reading = text.readFile(file);
  finish();
  await reading;
  expect(text.text).toBe('Filed\t3');
  expect(reads).toEqual([]);
});
