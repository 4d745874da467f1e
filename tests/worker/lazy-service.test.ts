import { expose, type ProxyMarked, proxy, wrap } from 'comlink';
import { describe, expect, it, vi } from 'vitest';
import { lazyService, withLazyMembers } from '#workers/lazyService.ts';

class Counter {
  #count = 0;
  add(by: number): number {
    this.#count += by;
    return this.#count;
  }
}

/** Pauses that are over at once; those longer than `limit` never are. */
function pauseUpTo(limit: number, pauses: number[] = []) {
  return (milliseconds: number) => {
    if (milliseconds > limit) return new Promise<void>(() => {});
    pauses.push(milliseconds);
    return Promise.resolve();
  };
}

describe('a part that is loaded at its first call', () => {
  it('is one object from then on, also for calls that come while it is loaded', async () => {
    let loads = 0;
    const part = lazyService(async () => {
      loads++;
      return new Counter();
    });
    expect(loads).toBe(0);
    expect(await Promise.all([part.add(1), part.add(2)])).toEqual([1, 3]);
    expect(await part.add(4)).toBe(7);
    expect(loads).toBe(1);
  });

  it('is fetched again after a pause when the connection was gone for a moment', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    let failures = 3;
    const pauses: number[] = [];
    const load = async () => {
      if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
      return new Counter();
    };
    const part = lazyService(load, pauseUpTo(20_000, pauses));
    expect(await Promise.all([part.add(1), part.add(2)])).toEqual([1, 3]);
    expect(pauses).toEqual([250, 500, 1_000]);
    expect(warned).toHaveBeenCalledTimes(3);
  });

  it('rejects the call when it cannot be fetched at all; the next call tries again', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    let isBroken = true;
    const load = async () => {
      if (isBroken) throw new TypeError('Failed to fetch dynamically imported module');
      return new Counter();
    };
    const pauses: number[] = [];
    const part = lazyService(load, pauseUpTo(20_000, pauses));
    await expect(part.add(1)).rejects.toThrow('Failed to fetch dynamically imported module');
    expect(pauses.reduce((sum, pause) => sum + pause)).toBeGreaterThan(20_000);
    expect(warned).toHaveBeenCalledTimes(pauses.length);
    isBroken = false;
    expect(await part.add(1)).toBe(1);
  });

  it('rejects the call when its fetch is never answered', async () => {
    const part = lazyService<Counter>(() => new Promise(() => {}), pauseUpTo(60_000));
    await expect(part.add(1)).rejects.toThrow('A part of the app could not be fetched in time.');
  });

  it('may be a member of an object that is loaded, beside members that are there', async () => {
    const loaded = { one: new Counter(), two: new Counter() };
    const counters = withLazyMembers({ own: 1 }, async () => loaded);
    expect([await counters.one.add(1), await counters.two.add(2), await counters.one.add(3)]).toEqual([
      1, 2, 4,
    ]);
    expect((await counters).own).toBe(1);
  });

  it('is called from another thread', async () => {
    const { port1, port2 } = new MessageChannel();
    expose({ counter: proxy(lazyService(async () => new Counter())) }, port1);
    const { counter } = wrap<{ counter: Counter & ProxyMarked }>(port2);
    expect(await counter.add(5)).toBe(5);
    port1.close();
    port2.close();
  });
});
