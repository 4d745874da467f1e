import { expose, type ProxyMarked, proxy, wrap } from 'comlink';
import { describe, expect, it } from 'vitest';
import { lazyPart } from '#workers/lazyPart.ts';

class Counter {
  #count = 0;
  add(by: number): number {
    this.#count += by;
    return this.#count;
  }
}

describe('a part that is loaded at its first call', () => {
  it('is one object from then on, also for calls that come while it is loaded', async () => {
    let loads = 0;
    const part = lazyPart(async () => {
      loads++;
      return new Counter();
    });
    expect(loads).toBe(0);
    expect(await Promise.all([part.add(1), part.add(2)])).toEqual([1, 3]);
    expect(await part.add(4)).toBe(7);
    expect(loads).toBe(1);
  });

  it('is loaded again after a failure, which the call rejects with', async () => {
    let isBroken = true;
    const part = lazyPart(async () => {
      if (isBroken) throw new Error('The code could not be loaded');
      return new Counter();
    });
    await expect(part.add(1)).rejects.toThrow('The code could not be loaded');
    isBroken = false;
    expect(await part.add(1)).toBe(1);
  });

  it('is called from another thread', async () => {
    const { port1, port2 } = new MessageChannel();
    expose({ counter: proxy(lazyPart(async () => new Counter())) }, port1);
    const { counter } = wrap<{ counter: Counter & ProxyMarked }>(port2);
    expect(await counter.add(5)).toBe(5);
    port1.close();
    port2.close();
  });
});
