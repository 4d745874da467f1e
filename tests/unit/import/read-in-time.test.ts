import { afterEach, describe, expect, it, vi } from 'vitest';
import { runInThread } from '#cli/readInTime.ts';
import { MAX_READ_MS, READ_GRACE_MS, TOO_SLOW } from '#model/fileReading.ts';
import { startAnalysis } from '#src/services/analysis.ts';
import { readChart, readStatement } from '#src/services/statement.ts';

/** A worker that is stuck: it answers nothing. */
class StuckWorker extends EventTarget {
  static ended = 0;
  postMessage(): void {}
  terminate(): void {
    StuckWorker.ended++;
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a file that takes longer to read than any may', () => {
  async function afterTheDeadline<Outcome>(reading: Promise<Outcome>): Promise<Outcome> {
    await vi.advanceTimersByTimeAsync(MAX_READ_MS);
    expect(StuckWorker.ended).toBe(0);
    await vi.advanceTimersByTimeAsync(READ_GRACE_MS);
    expect(StuckWorker.ended).toBe(1);
    return reading;
  }
  function stuck(): void {
    vi.useFakeTimers();
    vi.stubGlobal('Worker', StuckWorker);
    vi.spyOn(console, 'error').mockReturnValue();
    StuckWorker.ended = 0;
  }
  const file = new Blob(['ACME']);

  const { signal } = new AbortController();
  it.each([
    ['on the Classifier', () => readStatement(file, { onProgress: () => {}, signal })],
    ['in an import of accounts', () => readChart(file, {}, signal)],
  ])('%s: its worker is ended', async (_where, read) => {
    stuck();
    expect(await afterTheDeadline<unknown>(read())).toEqual(TOO_SLOW);
  });

  it('on the Upload screen: its worker is ended, and another may take its place', async () => {
    stuck();
    const analysis = startAnalysis();
    const onEnd = vi.fn();
    analysis.watchEnd(onEnd);
    expect(await afterTheDeadline(analysis.readFile(file, true, {}))).toEqual(TOO_SLOW);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('on the command line: its thread is ended, with a message and exit code 2', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    vi.spyOn(process.stdin, 'destroy').mockReturnValue(process.stdin);
    const code = new Promise((resolve) => {
      vi.spyOn(process, 'exit').mockImplementation(resolve as never);
    });
    const program = new URL('../../fixtures/stuck-program.mjs', import.meta.url).href;
    await runInThread(program, 'import', () => Promise.reject(new Error('not here')), 200);
    expect(await code).toBe(2);
    process.exitCode = undefined;
    expect(written.mock.calls).toEqual([
      ['import: list.xlsx: it is too large (more than three minutes to read). Split it.\n'],
    ]);
  });
});
