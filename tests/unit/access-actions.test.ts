import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AccessEntry, accessEntryOf, compareAccess } from '#model/access.ts';
import type { Application } from '#model/application.ts';
import { normaliseEmail } from '#model/email.ts';
import { accessOf, type UserRecord } from '#model/user.ts';
import { type AccessActions, type AccessSteps, createAccessActions } from '#src/services/accessActions.ts';
import { STEP_TIMEOUT_MS } from '#src/services/runSteps.ts';
import { byStage } from '../support/fullRun.ts';
import { seededRandom } from '../support/random.ts';

const email = normaliseEmail('ann@example.com');
const record: UserRecord = { email, name: 'Ann', allow: true, admin: false, uid: 'ann' };
const appliedAt = new Date('2026-11-20T09:00:00Z');
const application: Application = { email, name: 'Ann', appliedAt, uid: 'ann', emailVerified: true };
const now = new Date('2026-11-20T10:00:00Z');
const form = { email: ' Ann@Example.com', name: ' Ann ', password: 'secret' };

/** Two stores and the accounts in memory. Each step notes itself, then fails if the test has named it. */
function world() {
  const log: string[] = [];
  const failing = new Set<string>();
  /** Steps that are done, but whose answer is lost. */
  const unanswered = new Set<string>();
  let failure = (name: string) => `${name} did not work`;
  const records = new Map<string, UserRecord>();
  const entries = new Map<string, object>();
  const applications = new Set<string>();
  const counters = new Set<string>();
  const mailed: string[] = [];
  /** Uid and password by address. */
  const accounts = new Map<string, { uid: string; password: string }>();
  const silent = new Set<string>();
  let turn = () => Promise.resolve();
  const step = async (name: string, work: () => void) => {
    log.push(name);
    if (silent.has(name)) return new Promise<void>(() => {});
    await turn();
    if (failing.has(name)) throw new Error(failure(name));
    work();
    if (unanswered.has(name)) throw new Error(failure(name));
  };
  const steps: AccessSteps = {
    async readUser(of) {
      await turn();
      if (failing.has('read record')) throw new Error(failure('read record'));
      const found = records.get(of) ?? null;
      // The answer takes a while, too.
      await turn();
      return found;
    },
    writeUser: (user) =>
      step('record', () => {
        const { createdAt } = records.get(user.email) ?? {};
        if (createdAt !== undefined && (user.createdAt ?? createdAt) !== createdAt)
          throw new Error('Missing or insufficient permissions.');
        records.set(user.email, { ...records.get(user.email), ...user });
      }),
    updateUser: (of, change) =>
      step('record', () => {
        const old = records.get(of);
        if (old === undefined) throw new Error('no such record');
        records.set(of, { ...old, ...change });
      }),
    removeUser: (of) => step('remove record', () => records.delete(of)),
    removeApplication: (of) => step('remove application', () => applications.delete(of)),
    writeAccess: (entry) => step('entry', () => entries.set(entry.email, entry)),
    removeAccess: (of) => step('remove entry', () => entries.delete(of)),
    removeCounters: (of) => step('remove counters', () => counters.delete(of)),
    mailSetPassword: (of) => step('mail', () => mailed.push(of)),
    async createAccount(of, password, mayBeOurAccount) {
      log.push('account');
      if (failing.has('account')) return { kind: 'failed', failure: 'weak-password' };
      const found = accounts.get(of);
      const account = found ?? { uid: 'new-uid', password };
      accounts.set(of, account);
      if (unanswered.has('account')) return { kind: 'failed', failure: 'offline' };
      const isOwn = found === undefined || (mayBeOurAccount && account.password === password);
      return isOwn ? { kind: 'created', uid: account.uid } : { kind: 'exists' };
    },
  };
  const failWith = (text: string) => {
    failure = () => text;
  };
  /** Lets the steps of all that `work` begins happen one at a time, in an order that `random` chooses. */
  const inTurns = async (random: () => number, work: () => Promise<unknown>) => {
    const waiting: (() => void)[] = [];
    turn = () => new Promise((resolve) => waiting.push(resolve));
    let isOver = false;
    const all = work().then(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise(setImmediate);
      waiting.splice(Math.floor(random() * waiting.length), 1)[0]?.();
    }
    await all;
  };
  return {
    log,
    silent,
    inTurns,
    failing,
    unanswered,
    failWith,
    records,
    entries,
    applications,
    counters,
    accounts,
    mailed,
    actions: createAccessActions(steps),
  };
}

type World = ReturnType<typeof world>;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** An access entry of the history. */
const former: AccessEntry = { email, allow: true, admin: false, uid: 'ann' };

describe('the order of the stores', () => {
  const orders: readonly [string, (actions: AccessActions) => Promise<unknown>, readonly string[]][] = [
    ['approving', (actions) => actions.approve(application), ['record', 'entry', 'remove application']],
    ['rejecting', (actions) => actions.reject(email), ['remove application']],
    ['allowing', (actions) => actions.allow(record), ['record', 'entry']],
    [
      'removing',
      (actions) => actions.remove(email),
      ['remove entry', 'remove counters', 'remove record', 'remove entry'],
    ],
    ['making an admin', (actions) => actions.setAdmin(record, true), ['record', 'entry']],
    ['unmaking an admin', (actions) => actions.setAdmin(record, false), ['entry', 'record', 'entry']],
    ['renaming', (actions) => actions.rename(email, 'Anna'), ['record']],
    ['adding', (actions) => actions.addUser(form, now), ['account', 'record', 'entry']],
    ['repairing a record with access', (actions) => actions.repair({ email, record }), ['entry']],
    [
      'giving an admin’s rights back to a user',
      (actions) => actions.restore(email, { ...former, admin: true }),
      ['record', 'entry', 'record', 'entry'],
    ],
    [
      'taking away the access that somebody did not have',
      (actions) => actions.restore(email, null),
      ['remove entry', 'remove counters', 'remove record', 'remove entry'],
    ],
  ];
  it.each(orders)('when %s', async (_name, act, expected) => {
    const { log, actions, records } = world();
    records.set(email, record);
    await act(actions);
    expect(log).toEqual(expected);
  });

  it('when making a user of an admin again', async () => {
    const { log, actions, records } = world();
    records.set(email, { ...record, admin: true });
    await actions.restore(email, former);
    expect(log).toEqual(['record', 'entry', 'entry', 'record', 'entry']);
  });

  it('when giving somebody who was removed their access back', async () => {
    const { log, actions } = world();
    await actions.restore(email, { ...former, admin: true });
    expect(log).toEqual(['record', 'entry', 'remove application', 'record', 'entry']);
  });

  it('when repairing what is left over', async () => {
    const { log, actions } = world();
    await actions.repair({ email, record: null });
    expect(log).toEqual(['remove entry']);
  });
});

describe('an action that fails at any step says so, and running it again completes it', () => {
  const entry = { email, allow: true, admin: false, uid: 'ann' };
  type Action = readonly [
    name: string,
    steps: readonly string[],
    prepare: (world: World) => unknown,
    act: (actions: AccessActions) => Promise<{ kind: string }>,
    /** What is stored in the end, null for nothing. */
    stored: UserRecord | null,
    written: AccessEntry | null,
  ];
  const hasRecord =
    (more: Partial<UserRecord> = {}) =>
    ({ records }: World) =>
      records.set(email, { ...record, ...more });
  const actionsTable: readonly Action[] = [
    [
      'approve',
      ['record', 'entry', 'remove application'],
      ({ applications }) => applications.add(email),
      (actions) => actions.approve(application),
      record,
      entry,
    ],
    [
      'allow',
      ['record', 'entry'],
      hasRecord({ allow: false }),
      (actions) => actions.allow({ ...record, allow: false }),
      record,
      entry,
    ],
    [
      'remove',
      ['remove entry', 'remove counters', 'remove record'],
      ({ records, entries, counters }) => {
        records.set(email, record);
        entries.set(email, entry);
        counters.add(email);
      },
      (actions) => actions.remove(email),
      null,
      null,
    ],
    [
      'make an admin',
      ['record', 'entry'],
      hasRecord(),
      (actions) => actions.setAdmin(record, true),
      { ...record, admin: true },
      { ...entry, admin: true },
    ],
    [
      'unmake an admin',
      ['entry', 'record'],
      hasRecord({ admin: true }),
      (actions) => actions.setAdmin({ ...record, admin: true }, false),
      record,
      entry,
    ],
    [
      'restore somebody who was removed',
      ['read record', 'record', 'entry', 'remove application'],
      () => {},
      (actions) => actions.restore(email, { ...former, admin: true }),
      // Their name was deleted with their access.
      { ...record, name: '', admin: true },
      { ...entry, admin: true },
    ],
    [
      'restore somebody who was bound to another account',
      ['record', 'entry'],
      hasRecord({ admin: true, uid: 'another' }),
      (actions) => actions.restore(email, former),
      { ...record, uid: 'another' },
      { ...entry, uid: 'another' },
    ],
    [
      'add a user',
      ['record', 'entry'],
      () => {},
      (actions) => actions.addUser(form, now),
      { ...record, uid: 'new-uid', createdAt: now.toISOString() },
      { ...entry, uid: 'new-uid' },
    ],
  ];
  const rows = actionsTable.flatMap(([name, steps, ...rest]) =>
    steps.map((failure) => [name, failure, ...rest] as const),
  );

  it.each(rows)('%s, failing at: %s', async (_name, failure, prepare, act, stored, written) => {
    const here = world();
    prepare(here);
    here.failing.add(failure);
    const reason = expect.stringContaining(`${failure} did not work`);
    expect(await act(here.actions)).toEqual({ kind: 'failed', reason });
    here.failing.clear();
    expect(await act(here.actions)).toEqual({ kind: 'done' });
    const { records, entries, applications, counters } = here;
    expect([records.get(email) ?? null, entries.get(email) ?? null]).toEqual([stored, written]);
    expect([applications.size, counters.size]).toEqual([0, 0]);
    // No account is made but where somebody is added.
    expect([...here.accounts.keys()]).toEqual(stored?.createdAt === undefined ? [] : [email]);
  });
});

describe('half-way', () => {
  it('a removal has taken the right to the data already, and the user is still in the list', async () => {
    const { failing, records, entries, actions } = world();
    records.set(email, record);
    entries.set(email, {});
    failing.add('remove counters');
    await actions.remove(email);
    expect(entries.has(email)).toBe(false);
    expect(records.has(email)).toBe(true);
  });

  it('an approval leaves the application, so that it can be approved again', async () => {
    const { failing, applications, actions } = world();
    applications.add(email);
    failing.add('entry');
    await actions.approve(application);
    expect(applications.has(email)).toBe(true);
  });
});

describe('adding a user', () => {
  const mayComeIn = ({ accounts, records, entries }: World) => {
    const uid = accounts.get(email)?.uid ?? '';
    const account = { uid, email, displayName: '', emailVerified: false };
    expect(accessOf(account, records.get(email) ?? null)).toBe('user');
    expect(entries.get(email)).toMatchObject({ allow: true, uid });
  };
  const lost = ['account', 'record', 'entry'].map((name) => ['unanswered', name] as const);
  const refused = ['record', 'entry', 'read record'].map((name) => ['failing', name] as const);

  it.each([...lost, ...refused])('%s at: %s, and asked for again, lets the person in', async (how, name) => {
    const here = world();
    here[how].add(name);
    expect(await here.actions.addUser(form, now)).toMatchObject({ kind: 'failed' });
    expect(here.actions.isAdditionUnfinished(email)).toBe(true);
    here[how].clear();
    const later = new Date('2026-11-20T10:05:00Z');
    expect(await here.actions.addUser(form, later)).toEqual({ kind: 'done' });
    expect(here.actions.isAdditionUnfinished(email)).toBe(false);
    mayComeIn(here);
  });

  it('says that asking again finishes what was begun', async () => {
    const { failing, actions } = world();
    failing.add('entry');
    const reason = 'entry did not work. Create User again finishes what was begun.';
    expect(await actions.addUser(form, now)).toEqual({ kind: 'failed', reason });
  });

  it('passes on why the account was refused, and writes nothing', async () => {
    const { failing, actions, log } = world();
    failing.add('account');
    const expected = { kind: 'failed', reason: 'Password must be at least 6 characters long' };
    expect(await actions.addUser(form, now)).toEqual(expected);
    expect(log).toEqual(['account']);
  });

  it.each([
    ['with another password', 'their own'],
    ['with the very password that the admin gives', form.password],
  ])(
    'gives access to an account that is there already, %s, unpinned, and mails it a link to set one',
    async (_how, password) => {
      const { accounts, records, entries, actions, mailed } = world();
      accounts.set(email, { uid: 'theirs', password });
      expect(await actions.addUser(form, now)).toEqual({ kind: 'existing-account' });
      expect(mailed).toEqual([email]);
      expect(records.get(email)).not.toHaveProperty('uid');
      expect(entries.get(email)).not.toHaveProperty('uid');
    },
  );

  it('leaves an account that was there before alone when the record cannot be written', async () => {
    const { accounts, failing, actions } = world();
    accounts.set(email, { uid: 'theirs', password: 'their own' });
    failing.add('record');
    await actions.addUser(form, now);
    expect(accounts.get(email)).toEqual({ uid: 'theirs', password: 'their own' });
  });
});

// The second column: in the SDK's words.
it.each([
  ['you do not have the right to do this', 'PERMISSION_DENIED: Permission denied'],
  ['you do not have the right to do this', 'Missing or insufficient permissions.'],
  ['you do not have the right to do this', 'Request failed with error: Missing or insufficient permissions.'],
  ['the user has been removed meanwhile', 'Request failed with error: No document to update: users/a@b.c'],
])('gives as the reason: %s (%s)', async (reason, text) => {
  const { actions, failing, failWith } = world();
  failing.add('remove application');
  failWith(text);
  expect(await actions.reject(email)).toEqual({ kind: 'failed', reason });
});

it('a server that does not answer is waited for ten seconds; the reason says that the change may still happen', async () => {
  vi.useFakeTimers();
  try {
    const { actions, silent } = world();
    silent.add('entry');
    const outcome = actions.setAdmin(record, false);
    await vi.advanceTimersByTimeAsync(STEP_TIMEOUT_MS);
    expect(await outcome).toEqual({
      kind: 'failed',
      reason: 'the server does not answer. The change may still happen once it is back',
    });
  } finally {
    vi.useRealTimers();
  }
});

describe('the requests of an action that wait for each other', () => {
  const actions: readonly [name: string, requests: number, act: (of: AccessActions) => Promise<unknown>][] = [
    ['approving', 3, (of) => of.approve(application)],
    ['allowing', 4, (of) => of.allow({ ...record, allow: false })],
    ['removing', 4, (of) => of.remove(email)],
    ['making an admin', 4, (of) => of.setAdmin({ ...record, admin: false }, true)],
    ['adding, with the account', 4, (of) => of.addUser(form, now)],
  ];

  it.each(actions)('%s: %i', async (_name, requests, act) => {
    vi.useFakeTimers();
    try {
      let stored: UserRecord | null = record;
      const request = <T>(answer: () => T) =>
        new Promise<T>((resolve) => setTimeout(() => resolve(answer()), 1));
      const done = () => request(() => {});
      const set = (next: UserRecord | null) =>
        request(() => {
          stored = next;
        });
      const steps: AccessSteps = {
        readUser: () => request(() => stored),
        writeUser: set,
        updateUser: (_of, change) => set({ ...record, ...change }),
        removeUser: () => set(null),
        removeApplication: done,
        writeAccess: done,
        removeAccess: done,
        removeCounters: done,
        mailSetPassword: done,
        createAccount: () => request(() => ({ kind: 'created', uid: 'new-uid' })),
      };
      const begun = Date.now();
      let ended = 0;
      void act(createAccessActions(steps)).then(() => (ended = Date.now()));
      await vi.advanceTimersByTimeAsync(100);
      expect(ended - begun).toBe(requests);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('two admins at the same person', () => {
  const actions: readonly [name: string, act: (of: AccessActions) => Promise<unknown>][] = [
    ['approves', (of) => of.approve(application)],
    ['allows', (of) => of.allow({ ...record, allow: false })],
    ['removes', (of) => of.remove(email)],
    ['makes an admin', (of) => of.setAdmin(record, true)],
    ['unmakes an admin', (of) => of.setAdmin({ ...record, admin: true }, false)],
    ['adds', (of) => of.addUser(form, now)],
    ['repairs', (of) => of.repair({ email, record })],
    ['restores an admin', (of) => of.restore(email, { ...former, admin: true })],
    ['restores a user', (of) => of.restore(email, former)],
  ];
  const ROUNDS = byStage({ usual: 40, full: 200 });
  const pairs = actions.flatMap(([one, act], i) =>
    actions.slice(i).map(([two, other]) => [one, two, act, other] as const),
  );

  it.each(pairs)('one %s, one %s: in whatever order the steps come, both stores agree', async (...row) => {
    const [, , act, other] = row;
    const random = seededRandom(20_261_120);
    for (let round = 0; round < ROUNDS; round++) {
      const { inTurns, records, entries, actions: admins } = world();
      const start = { ...record, allow: random() < 0.8, admin: random() < 0.5 };
      if (random() < 0.8) {
        records.set(email, start);
        entries.set(email, accessEntryOf(start));
      }
      await inTurns(random, () => Promise.all([act(admins), other(admins)]));
      const differences = compareAccess([...records.values()], [...entries.values()] as AccessEntry[]);
      expect(differences, `round ${round}`).toEqual([]);
    }
  });
});
