import { describe, expect, it } from 'vitest';
import type { OwnAccess } from '#contract/ledger.ts';
import { normaliseEmail } from '#model/email.ts';
import { accessPath } from '#model/paths.ts';
import type { Access, Account } from '#model/user.ts';
import { type AccessMemory, followOwnAccess } from '#workers/ledger/access.ts';
import type { WatchFailure } from '#workers/ledger/database.ts';
import { createFakeTiming, settled } from '../support/fakeTiming.ts';

const email = normaliseEmail('ann@example.com');
const account: Account = { uid: 'ann', email, displayName: '', emailVerified: true };
const entry = (allow: boolean, admin = false) => ({ email: account.email, uid: 'ann', allow, admin });

/** One watch at a time, answered by the test. */
async function setup(remembered: Access = 'none') {
  const timing = createFakeTiming();
  const reported: OwnAccess[] = [];
  const saved: Access[] = [];
  const watches: { path: string; onValue(value: unknown): void; onFailure(failure: WatchFailure): void }[] =
    [];
  const memory: AccessMemory = {
    read: async () => remembered,
    save: async (access) => {
      saved.push(access);
    },
  };
  let isOpen = false;
  void followOwnAccess({
    database: {
      watchValue(path, onValue, onFailure) {
        watches.push({ path, onValue, onFailure });
        return () => {};
      },
    },
    timing,
    account,
    memory,
    onChange: (access) => reported.push(access),
  }).then(() => {
    isOpen = true;
  });
  await settled();
  return {
    timing,
    reported,
    saved,
    watches,
    isOpen: () => isOpen,
    say: (value: unknown) => watches.at(-1)?.onValue(value),
    refuse: () => watches.at(-1)?.onFailure({ kind: 'refused', detail: 'permission_denied' }),
  };
}

describe('the own access', () => {
  it('is what the own entry says, at once and at every change', async () => {
    const { reported, watches, say, saved } = await setup();
    say(null);
    say(entry(true));
    say(entry(true, true));
    say(entry(false));
    expect(watches.map(({ path }) => path)).toEqual([accessPath(account.email)]);
    expect(reported).toEqual(['none', 'user', 'admin', 'none']);
    expect(saved).toEqual(['none', 'user', 'admin', 'none']);
  });

  it('opens the ledger when it is given for the first time, not before', async () => {
    const { say, isOpen } = await setup();
    say(null);
    await settled();
    expect(isOpen()).toBe(false);
    say(entry(true));
    await settled();
    expect(isOpen()).toBe(true);
  });

  it('is none when the entry is refused, and asked for again after a while', async () => {
    const { reported, watches, refuse, say, timing } = await setup('user');
    refuse();
    expect(reported).toEqual(['none']);
    await timing.advance(19_999);
    expect(watches).toHaveLength(1);
    await timing.advance(1);
    expect(watches).toHaveLength(2);
    say(entry(true));
    expect(reported).toEqual(['none', 'user']);
  });

  it('is unreachable when nothing answers and nothing is remembered, until there is an answer', async () => {
    const { reported, say, timing, isOpen } = await setup();
    await timing.advance(5_000);
    expect(reported).toEqual(['unreachable']);
    expect(isOpen()).toBe(false);
    say(entry(true));
    expect(reported).toEqual(['unreachable', 'user']);
  });

  it('is for the time being what this browser remembers, and then what the database says', async () => {
    const { reported, say, timing, isOpen, saved } = await setup('admin');
    await timing.advance(1_499);
    expect(reported).toEqual([]);
    await timing.advance(5_000);
    expect(reported).toEqual(['admin']);
    expect(isOpen()).toBe(true);
    expect(saved).toEqual([]);
    say(null);
    expect(reported).toEqual(['admin', 'none']);
    expect(saved).toEqual(['none']);
  });

  it('is not what this browser remembers once the database has said otherwise', async () => {
    const { reported, say, timing } = await setup('admin');
    say(null);
    await timing.advance(10_000);
    expect(reported).toEqual(['none']);
  });
});
