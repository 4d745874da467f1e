import { describe, expect, it } from 'vitest';
import { ConnectionMonitor } from '#workers/ledger/ConnectionMonitor.ts';
import { createFakeTiming, settled } from '../support/fakeTiming.ts';

/** A line that can be cut, go silent, or be mute: it connects, and answers nothing. */
function setup({ isOpen = true } = {}) {
  const timing = createFakeTiming();
  const reported: boolean[] = [];
  const blockades: (string | null)[] = [];
  let notifyUp: (isUp: boolean) => void = () => {};
  let isUp = isOpen;
  let waiting: (() => void) | null = null;
  const line = {
    isOpen,
    isSilent: false,
    isMute: false,
    attempts: 0,
    pings: 0,
    searches: 0,
    blocked: null as string | null,
  };
  const monitor = new ConnectionMonitor({
    timing,
    onChange: (isConnected, blocked) => {
      reported.push(isConnected);
      blockades.push(blocked);
    },
    database: {
      watchConnection(onChange) {
        notifyUp = onChange;
        onChange(isUp);
        return () => {};
      },
      ping: () =>
        new Promise<void>((resolve) => {
          line.pings++;
          if (isUp && !line.isSilent && !line.isMute) resolve();
          else waiting = resolve;
        }),
      reconnect() {
        line.attempts++;
        if (isUp) turn(false);
        if (line.isOpen && !line.isSilent) comeBack();
      },
      findBlockedSockets: async () => {
        line.searches++;
        return line.blocked;
      },
    },
  });
  function turn(to: boolean) {
    isUp = to;
    notifyUp(to);
  }
  function comeBack() {
    turn(true);
    // The SDK asks again what was not answered.
    if (line.isMute) return;
    waiting?.();
    waiting = null;
  }
  return {
    line,
    reported,
    blockades,
    monitor,
    timing,
    cut() {
      line.isOpen = false;
      turn(false);
    },
    async within(milliseconds: number) {
      await timing.advance(milliseconds);
      await settled();
      return reported.at(-1);
    },
  };
}

describe('a connection that is lost', () => {
  it('by a cut is reported within five seconds, and so is its return', async () => {
    const { line, cut, within } = setup();
    await within(60_000);
    cut();
    expect(await within(5_000)).toBe(false);
    await within(60_000);
    line.isOpen = true;
    expect(await within(5_000)).toBe(true);
  });

  it('by falling silent is reported within five seconds while somebody waits for an answer, whenever it does', async () => {
    for (let since = 0; since < 55_000; since += 700) {
      const { line, monitor, within } = setup();
      expect(await within(since)).toBe(true);
      line.isSilent = true;
      await within(since % 10_000);
      const end = monitor.beginRequest();
      expect(await within(5_000), `silent after ${since} ms`).toBe(false);
      line.isSilent = false;
      expect(await within(5_000), `silent after ${since} ms`).toBe(true);
      end();
    }
  });

  it('by falling silent, whenever it does, is reported within half a minute while nobody waits', async () => {
    for (let since = 0; since < 55_000; since += 700) {
      const { line, within } = setup();
      expect(await within(since)).toBe(true);
      line.isSilent = true;
      expect(await within(27_500), `silent after ${since} ms`).toBe(false);
    }
  });

  it('by falling silent is reported within five seconds where it was just gained, and as soon for the next request after one', async () => {
    const { line, monitor, within } = setup({ isOpen: false });
    line.isOpen = true;
    while (!(await within(100)));
    line.isSilent = true;
    expect(await within(5_000)).toBe(false);
    line.isSilent = false;
    expect(await within(5_000)).toBe(true);
    await within(10_000);
    monitor.beginRequest()();
    line.isSilent = true;
    monitor.beginRequest();
    expect(await within(5_000)).toBe(false);
  });

  it('for less than a second is not reported', async () => {
    const { line, reported, cut, within, monitor } = setup();
    await within(3_000);
    cut();
    await within(500);
    line.isOpen = true;
    monitor.setVisible(true);
    await within(60_000);
    expect(reported).toEqual([true]);
  });

  it('at the start is reported after four seconds, and not before', async () => {
    const { reported, within } = setup({ isOpen: false });
    await within(3_900);
    expect(reported).toEqual([]);
    expect(await within(200)).toBe(false);
  });

  it('is back within five seconds after an outage of any length, or ten while the one long attempt of twenty is under way', async () => {
    const late: number[] = [];
    for (let outage = 1_000; outage <= 160_000; outage += 5_000) {
      const { line, cut, within } = setup();
      await within(1_000);
      cut();
      await within(outage);
      line.isOpen = true;
      if (await within(5_000)) continue;
      late.push(outage);
      expect(await within(5_000), `after ${outage} ms`).toBe(true);
    }
    expect(late.length).toBeLessThanOrEqual(2);
  });
});

describe('a network without WebSockets', () => {
  it('is reported as soon as the first connection is late, and no longer when one is there', async () => {
    const { line, blockades, within } = setup({ isOpen: false });
    line.blocked = 'wss://gl.example.com';
    expect(await within(4_000)).toBe(false);
    expect(blockades).toEqual([null, 'wss://gl.example.com']);
    line.isOpen = true;
    expect(await within(10_000)).toBe(true);
    expect(blockades.at(-1)).toBeNull();
  });

  it('is looked for half a minute after the loss of a connection, and not before', async () => {
    const { line, blockades, cut, within } = setup();
    await within(60_000);
    line.blocked = 'wss://gl.example.com';
    cut();
    await within(20_000);
    expect([line.searches, blockades]).toEqual([0, [null, null]]);
    await within(10_000);
    expect(blockades).toEqual([null, null, 'wss://gl.example.com']);
    line.blocked = null;
    await within(40_000);
    expect(blockades.at(-1)).toBeNull();
  });

  it('is not reported of a connection that came back meanwhile', async () => {
    const { line, reported, monitor, within } = setup({ isOpen: false });
    line.blocked = 'wss://gl.example.com';
    line.isOpen = true;
    monitor.setVisible(true);
    await within(60_000);
    expect([reported, line.searches]).toEqual([[true], 0]);
  });
});

describe('pings of a visible page', () => {
  const WHILE = 600_000;

  it('are one every 25 seconds, from the first answer on', async () => {
    const { line, within } = setup();
    await within(2_000);
    expect(line.pings).toBe(1);
    await within(WHILE);
    expect(line.pings).toBe(1 + WHILE / 25_000);
  });

  it('are not more for requests that are answered within two seconds', async () => {
    const { line, monitor, within } = setup();
    await within(2_000);
    for (let second = 0; second < WHILE / 1_000; second += 5) {
      const ends = [monitor.beginRequest(), monitor.beginRequest()];
      await within(1_900);
      for (const end of ends) end();
      await within(3_100);
    }
    expect(line.pings).toBe(1 + WHILE / 25_000);
  });

  it('are one every two seconds while a request waits, and no longer', async () => {
    const { line, monitor, within } = setup();
    await within(10_000);
    const before = line.pings;
    const end = monitor.beginRequest();
    await within(20_000);
    expect(line.pings - before).toBe(10);
    end();
    end();
    await within(2_000 + 10 * 25_000);
    expect(line.pings - before).toBe(10 + 1 + 10);
  });
});

describe('while nobody looks at the page', () => {
  it('nothing is sent and no attempt is forced', async () => {
    const { line, monitor, cut, within } = setup();
    monitor.setVisible(false);
    await within(600_000);
    expect(line.pings).toBe(0);
    cut();
    await within(600_000);
    expect(line.attempts).toBe(0);
  });

  it('nothing is sent for a request that waits, either', async () => {
    const { line, monitor, within } = setup();
    monitor.setVisible(false);
    monitor.beginRequest();
    await within(600_000);
    expect(line.pings).toBe(0);
  });

  it('a line that went silent is found out, and replaced, within five seconds of their return', async () => {
    const { line, monitor, reported, within } = setup();
    monitor.setVisible(false);
    await within(60_000);
    line.isSilent = true;
    monitor.setVisible(true);
    expect(await within(5_000)).toBe(false);
    line.isSilent = false;
    expect(await within(5_000)).toBe(true);
    expect(reported).toEqual([true, false, true]);
  });

  it('a lost connection is sought at once when they return', async () => {
    const { line, monitor, cut, within } = setup();
    monitor.setVisible(false);
    cut();
    expect(await within(60_000)).toBe(false);
    line.isOpen = true;
    monitor.setVisible(true);
    expect(await within(0)).toBe(true);
  });
});

it('a slow line is given more time after each false alarm, and less again when it answers', async () => {
  const { line, timing, monitor, within } = setup();
  await within(2_000);
  /** Milliseconds from the question to the attempt that gives the line up; the line connects at once, always. */
  const timeout = async () => {
    const before = line.attempts;
    for (let waited = 0; waited < 60_000; waited += 100) {
      await timing.advance(100);
      if (line.attempts > before) return waited + 100;
    }
    return Number.POSITIVE_INFINITY;
  };
  line.isMute = true;
  monitor.setVisible(true);
  expect([await timeout(), await timeout(), await timeout()]).toEqual([2_500, 5_000, 10_000]);
  line.isMute = false;
  await within(30_000);
  line.isMute = true;
  monitor.setVisible(true);
  expect(await timeout()).toBe(2_500);
});
