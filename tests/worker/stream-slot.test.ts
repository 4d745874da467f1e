import { describe, expect, it } from 'vitest';
import { createStreamSlot } from '#workers/directory/streamSlot.ts';
import { seededRandom } from '../support/random.ts';

type Hold = () => Promise<void>;

/** Locks and a channel as one browser has them, and its tabs, each with a stream. */
function browser() {
  const held = new Set<string>();
  const queues = new Map<string, { readonly hold: Hold; readonly signal: AbortSignal; done(): void }[]>();
  const channels = new Set<{ onmessage: ((event: MessageEvent) => void) | null }>();
  let open = 0;
  let most = 0;

  function serve(name: string): void {
    if (held.has(name)) return;
    const next = queues.get(name)?.shift();
    if (next === undefined) return;
    if (next.signal.aborted) {
      serve(name);
      return;
    }
    held.add(name);
    void next.hold().then(() => {
      held.delete(name);
      next.done();
      serve(name);
    });
  }

  const locks = {
    request: (name: string, { signal }: { signal: AbortSignal }, hold: Hold) =>
      new Promise<void>((done, failed) => {
        const queue = queues.get(name) ?? [];
        queues.set(name, queue);
        const waiting = { hold, signal, done };
        queue.push(waiting);
        signal.addEventListener('abort', () => {
          if (queue.includes(waiting)) failed(new DOMException('aborted', 'AbortError'));
        });
        queueMicrotask(() => serve(name));
      }),
  } as unknown as LockManager;

  /** Opening and closing take a while. */
  const later = () => new Promise((resolve) => setTimeout(resolve, 0));
  const tab = (id: number) => {
    const channel = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      postMessage(data: unknown) {
        for (const other of channels)
          if (other !== channel) queueMicrotask(() => other.onmessage?.({ data } as MessageEvent));
      },
    };
    channels.add(channel);
    let isOpen = false;
    const slot = createStreamSlot(
      {
        async open() {
          most = Math.max(most, ++open);
          await later();
          isOpen = true;
        },
        async close() {
          isOpen = false;
          await later();
          open--;
        },
      },
      { locks, channel: channel as unknown as BroadcastChannel, id: String(id) },
    );
    return { ...slot, isOpen: () => isOpen };
  };
  return { tab, mostAtOnce: () => most };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}

describe('the streams of one browser', () => {
  it('are those of the two tabs that were used last', async () => {
    const { tab, mostAtOnce } = browser();
    const tabs = [tab(0), tab(1), tab(2)] as const;
    const open = () => tabs.map(({ isOpen }) => isOpen());
    for (const each of tabs) {
      each.use();
      await settled();
    }
    expect(open()).toEqual([false, true, true]);
    tabs[0].use();
    await settled();
    expect(open()).toEqual([true, false, true]);
    tabs[2].use();
    tabs[1].use();
    await settled();
    expect(open()).toEqual([false, true, true]);
    expect(mostAtOnce()).toBe(2);
  });

  it('are released by a tab that nobody sees, and opened when it is used again', async () => {
    const { tab } = browser();
    const [one, two] = [tab(1), tab(2)];
    one.use();
    two.use();
    await settled();
    one.release();
    await settled();
    expect([one.isOpen(), two.isOpen()]).toEqual([false, true]);
    one.use();
    await settled();
    expect([one.isOpen(), two.isOpen()]).toEqual([true, true]);
  });

  it('are not given up for a tab that is hidden by now', async () => {
    const { tab } = browser();
    const [one, two, three] = [tab(1), tab(2), tab(3)];
    one.use();
    two.use();
    await settled();
    two.release();
    three.use();
    await settled();
    expect([one.isOpen(), two.isOpen(), three.isOpen()]).toEqual([true, false, true]);
  });

  it('are never more than two, however the tabs are used, and the tab used last has one', async () => {
    const random = seededRandom(20_261_122);
    const { tab, mostAtOnce } = browser();
    const tabs = Array.from({ length: 6 }, (_unused, i) => tab(i));
    for (let step = 0; step < 300; step++) {
      const used = tabs[Math.floor(random() * tabs.length)];
      if (random() < 0.2) used?.release();
      else used?.use();
      if (random() < 0.5) await settled();
    }
    tabs[3]?.use();
    await settled();
    expect(tabs[3]?.isOpen()).toBe(true);
    expect(mostAtOnce()).toBe(2);
  });
});
