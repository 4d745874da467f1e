import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UndoResult } from '#contract/table.ts';
import { chartMessages } from '#model/text/chartMessages.ts';
import { messages } from '#model/text/messages.ts';
import { QueueStore } from '#src/features/unmatched/QueueStore.ts';
import { RowStore } from '#src/rows/RowStore.ts';
import type { LedgerService } from '#src/services/ledger.ts';
import { isUndoKey } from '#src/ui/undoKey.ts';
import { UndoStack } from '#src/undo/UndoStack.ts';
import { undoText } from '#src/undo/undoText.ts';

const UNDONE: UndoResult = { kind: 'undone', count: 1, skipped: [] };
const FAILED: UndoResult = { kind: 'failed', detail: 'no connection' };
const done = async () => {};

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('a stack of what can be taken back', () => {
  function stackOf(...steps: readonly string[]): UndoStack<string> {
    const stack = new UndoStack<string>();
    for (const step of steps) stack.push(step);
    return stack;
  }
  const is = (wanted: string) => (step: string) => step === wanted;
  const stepsOf = (stack: UndoStack<string>) => {
    const steps: string[] = [];
    for (let step = stack.pop(); step !== undefined; step = stack.pop()) steps.unshift(step);
    return steps;
  };

  it('loses the step that was taken back, the last or another', async () => {
    const stack = stackOf('a', 'b', 'c');
    expect(await stack.takeBack(is('b'), async () => UNDONE, done)).toBe(UNDONE);
    expect(stack.last).toBe('c');
    expect(stepsOf(stack)).toEqual(['a', 'c']);
  });

  it('has the step no more while it is being taken back', async () => {
    const stack = stackOf('a', 'b');
    const undoing = stack.takeBack(is('b'), async () => UNDONE, done);
    expect(stack.last).toBe('a');
    await undoing;
  });

  it.each([
    ['that could not be taken back', async () => FAILED],
    ['whose undo rejects', async () => Promise.reject(new Error('no answer'))],
  ])('keeps the place of a step %s, below those done meanwhile', async (_, undo) => {
    const stack = stackOf('a', 'b', 'c');
    const undoing = stack.takeBack(is('b'), undo, done).catch(() => {});
    stack.push('d');
    await undoing;
    expect(stepsOf(stack)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('gets no step by a failure that it did not have', async () => {
    const stack = stackOf('a');
    expect(await stack.takeBack(is('x'), async () => FAILED, done)).toBe(FAILED);
    expect(stepsOf(stack)).toEqual(['a']);
  });
});

describe('a mapping that is taken back just before the worker ends, which leaves its rows as they are', () => {
  const run = {
    chooseAccount: async () => undefined,
    unmatched: {
      save: async () => ({ kind: 'saved', count: 1, undo: 'b1' }),
      reopen: () => Promise.reject(new Error('The classifier has ended.')),
      find: () => new Promise(() => {}),
    },
  };
  const ledger = {
    classify: () => run,
    editor: { undo: async () => UNDONE },
  } as unknown as LedgerService;

  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    vi.stubGlobal('sessionStorage', { getItem: () => null });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is undone on the Classifier screen', async () => {
    const store = new RowStore(ledger);
    store.classify('ACME 1');
    store.recordSaved('b1');
    const step = store.undo();
    expect(step?.kind === 'saved' && (await step.result)).toEqual(UNDONE);
    expect(store.undo()).toBeUndefined();
  });

  it('is undone on the page of unmatched lines', async () => {
    const store = new QueueStore(ledger);
    store.rows.classify('ACME 1');
    await store.assign([{ keyword: 'ACME', glAccount: '6100' }], []);
    expect(await store.undo()).toEqual({ result: UNDONE, ids: [] });
    expect(await store.undo()).toBeNull();
  });
});

describe('the message about an undo', () => {
  const all: UndoResult = { kind: 'undone', count: 2, skipped: [] };
  const some: UndoResult = { kind: 'undone', count: 1, skipped: ['ACME'] };
  const none: UndoResult = { kind: 'undone', count: 0, skipped: ['ACME'] };

  it.each<[UndoResult, string, string]>([
    [all, messages.undone, chartMessages.undone(2)],
    [some, messages.undoneExcept(['ACME']), chartMessages.undoneExcept(['ACME'])],
    [none, messages.undoRefused(['ACME']), chartMessages.undoRefused(['ACME'])],
    [{ kind: 'gone' }, messages.undoGone, chartMessages.undoGone],
    [FAILED, 'Failed to undo: no connection', 'Failed to undo: no connection'],
  ])('%o', (result, ofMappings, ofAccounts) => {
    expect(undoText(result)).toBe(ofMappings);
    expect(undoText(result, chartMessages)).toBe(ofAccounts);
  });
});

it('that nothing of a change of the chart is undone names no rest that is', () => {
  const result: UndoResult = { kind: 'undone', count: 0, skipped: ['6100'] };
  expect(undoText(result, chartMessages)).toBe('Failed to undo 6100: changed by somebody since.');
});

describe('the key that takes back', () => {
  const key = { key: 'z', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };

  it.each([
    ['Ctrl+Z', key],
    ['Command+Z', { ...key, ctrlKey: false, metaKey: true }],
    ['Ctrl+Z under Caps Lock', { ...key, key: 'Z' }],
  ])('is %s', (_, pressed) => expect(isUndoKey(pressed)).toBe(true));

  it.each([
    ['Z alone', { ...key, ctrlKey: false }],
    ['redo', { ...key, shiftKey: true }],
    ['the other redo', { ...key, key: 'y' }],
    ['AltGr+Z', { ...key, altKey: true }],
  ])('is not %s', (_, pressed) => expect(isUndoKey(pressed)).toBe(false));
});
