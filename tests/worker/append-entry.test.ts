import { describe, expect, it } from 'vitest';
import { accessUpdate } from '#model/accessHistory.ts';
import { chartChange, chartUpdate } from '#model/chartHistory.ts';
import { normaliseEmail } from '#model/email.ts';
import { newEntryId, readListVersion } from '#model/log/version.ts';
import { mappingKey } from '#model/mapping.ts';
import { createAdminData } from '#workers/ledger/adminData.ts';
import { createChartApi } from '#workers/ledger/chart/chartApi.ts';
import { newChangeSet } from '#workers/ledger/log/LogWriter.ts';
import { ACCOUNT, setupLedger } from '../support/ledgerSetup.ts';
import type { MemoryDatabase } from '../support/memoryDatabase.ts';

const ANN = normaliseEmail('ann@example.com');
const OTHER = normaliseEmail('other@example.com');
const REFUSED = 'PERMISSION_DENIED: Permission denied';

/** A log, and one change of ours and one of somebody else's at another place of it. */
type Log = {
  readonly name: string;
  readonly version: string;
  readonly history: string;
  /** What our change writes. */
  readonly place: string;
  readonly busy: string;
  /** Returns what makes the change; it rejects where that cannot be done. */
  open(database: MemoryDatabase, list: Awaited<ReturnType<typeof setupLedger>>): () => Promise<unknown>;
  writeElsewhere(database: MemoryDatabase, name: string): void;
};

const planAfter = (database: MemoryDatabase, version: string) => ({
  id: newEntryId((bytes) => crypto.getRandomValues(bytes)),
  former: readListVersion(database.stored(version)),
  by: { uid: 'uid-else', email: 'else@example.com' },
});

const LOGS: readonly Log[] = [
  {
    name: 'the list',
    version: 'gl_mappings_version',
    history: 'gl_mappings_history',
    place: 'gl_mappings/SHELL GARAGE',
    busy: 'Others are changing the list all the time. Please try again.',
    open(_database, { ledger }) {
      const key = mappingKey('SHELL GARAGE');
      const after = { key, description: 'SHELL GARAGE', glAccount: '6400' };
      return () =>
        ledger.list.write(newChangeSet('add'), () =>
          ledger.list.entries.has(key) ? [] : [{ key, before: null, after }],
        );
    },
    writeElsewhere(database, name) {
      database.writeElsewhere({
        [`gl_mappings/${mappingKey(name)}`]: { description: name, glAccount: '1' },
      });
    },
  },
  {
    name: 'access',
    version: 'access_version',
    history: 'access_history',
    place: 'access/ann@example%2Ecom',
    busy: 'Others are changing access all the time. Please try again.',
    open(database) {
      const admin = createAdminData(database, { uid: 'uid-adam', email: normaliseEmail('adam@example.com') });
      return () => admin.writeAccess({ email: ANN, allow: true, admin: false, uid: 'ann' });
    },
    writeElsewhere(database, name) {
      const plan = { ...planAfter(database, 'access_version'), kind: 'edit' } as const;
      const after = { email: OTHER, allow: true, admin: false, uid: name };
      database.writePastRules(accessUpdate(plan, [{ email: OTHER, before: null, after }]));
    },
  },
  {
    name: 'the chart of accounts',
    version: 'gl_accounts_version',
    history: 'gl_accounts_history',
    place: 'gl_accounts/6100',
    busy: 'Others are changing the chart of accounts all the time. Please try again.',
    open(database, { ledger }) {
      const chart = createChartApi({ database, list: ledger.list, account: ACCOUNT, onRevision() {} });
      return async () => {
        const result = await chart.save(null, { code: '6100', name: 'Food', note: '', isRetired: false });
        if (result.kind !== 'saved') throw new Error(result.kind === 'failed' ? result.detail : result.kind);
      };
    },
    writeElsewhere(database, name) {
      const plan = planAfter(database, 'gl_accounts_version');
      const after = { code: name, name, note: '', isRetired: false };
      const changes = [chartChange(null, after)];
      database.writePastRules(chartUpdate({ ...plan, kind: 'edit', batch: plan.id }, changes));
    },
  },
];

describe.each(LOGS)('an entry of the log of $name', (log) => {
  /** With one entry of somebody else's. */
  async function setup() {
    const opened = await setupLedger();
    const { database } = opened;
    log.writeElsewhere(database, 'FIRST');
    const change = log.open(database, opened);
    const entries = () =>
      Object.entries((database.stored(log.history) ?? {}) as Record<string, { seq: number; after: string }>)
        .map(([id, { seq, after }]) => ({ id, seq, after }))
        .toSorted((a, b) => a.seq - b.seq);
    return {
      database,
      change,
      /** The numbers of the entries, once it is sure that each names the one before. */
      chain: () => {
        const all = entries();
        for (const [i, { after }] of all.entries()) if (i > 0) expect(after).toBe(all[i - 1]?.id);
        expect(readListVersion(database.stored(log.version)).id).toBe(all.at(-1)?.id);
        return all.map(({ seq }) => seq);
      },
      isStored: () => database.stored(log.place) !== null,
    };
  }

  it('is stored after the last one', async () => {
    const { change, chain, isStored } = await setup();
    await change();
    expect([isStored(), chain()]).toEqual([true, [1, 2]]);
  });

  it('is stored once where the answer was lost', async () => {
    const { database, change, chain, isStored } = await setup();
    database.loseAnswer(() => {});
    await change();
    expect([isStored(), chain(), database.updates.length]).toEqual([true, [1, 2], 1]);
  });

  it('is stored once where the answer was lost and others came after it', async () => {
    const { database, change, chain, isStored } = await setup();
    database.loseAnswer(() => {
      log.writeElsewhere(database, 'SECOND');
      log.writeElsewhere(database, 'THIRD');
    });
    await change();
    expect([isStored(), chain(), database.updates.length]).toEqual([true, [1, 2, 3, 4], 1]);
  });

  it('is planned again where somebody else was first, as often as that is so', async () => {
    const { database, change, chain, isStored } = await setup();
    const { update } = database;
    const names = ['SECOND', 'THIRD'];
    database.update = (changes) => {
      const name = names.shift();
      if (name !== undefined) log.writeElsewhere(database, name);
      return update(changes);
    };
    await change();
    expect([isStored(), chain(), database.updates.length]).toEqual([true, [1, 2, 3, 4], 1]);
  });

  it('is not stored where others are first all the time, which is said', async () => {
    const { database, change, isStored } = await setup();
    const { update } = database;
    let tries = 0;
    database.update = (changes) => {
      log.writeElsewhere(database, `SHOP ${++tries}`);
      return update(changes);
    };
    await expect(change()).rejects.toThrow(log.busy);
    expect([isStored(), database.updates.length]).toEqual([false, 0]);
  });

  it('is sent once where the server refuses it for itself, and rejects with what the server says', async () => {
    const { database, change, chain, isStored } = await setup();
    let tries = 0;
    database.update = () => {
      tries++;
      return Promise.reject(new Error(REFUSED));
    };
    await expect(change()).rejects.toThrow(REFUSED);
    expect([isStored(), chain(), tries]).toEqual([false, [1], 1]);
  });

  it('is sent once where it fails otherwise, even if somebody else came first', async () => {
    const { database, change, chain, isStored } = await setup();
    let tries = 0;
    database.update = () => {
      tries++;
      log.writeElsewhere(database, 'SECOND');
      return Promise.reject(new Error('The connection is closed'));
    };
    await expect(change()).rejects.toThrow('The connection is closed');
    expect([isStored(), chain(), tries]).toEqual([false, [1, 2], 1]);
  });

  it('is not sent again where it cannot be said whether it is stored', async () => {
    const { database, change, chain } = await setup();
    const { read } = database;
    database.read = (path) =>
      path.endsWith('/seq') ? Promise.reject(new Error('not readable')) : read(path);
    database.loseAnswer(() => log.writeElsewhere(database, 'SECOND'));
    await expect(change()).rejects.toThrow(REFUSED);
    expect([chain(), database.updates.length]).toEqual([[1, 2, 3], 1]);
  });
});
