import { describe, expect, it } from 'vitest';
import type { StoredMapping } from '#model/history.ts';
import { closedUpdate, entryUpdate, outsideUpdate } from '#model/historyUpdate.ts';
import { sumOf } from '#model/listChecksum.ts';
import { SERVER_AUTHOR } from '#model/log/author.ts';
import { type EntryId, type ListVersion, NO_VERSION, readListVersion } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';

import { fromPlain, type TreeNode, withValue } from '#server/database/tree/node.ts';
import { verifyLogs } from '#server/integrity/verifyLogs.ts';
import { tablesOf } from '../../support/tablesOf.ts';

const table = tablesOf('server/database/verify-history');
const verifyHistory = (root: TreeNode | null) => verifyLogs(root).list;
const mapping = (description: string, glAccount: string): StoredMapping => ({ description, glAccount });

/** A list with its history, as the tree holds it. */
class StoredList {
  root: TreeNode | null = null;
  #version: ListVersion = NO_VERSION;
  readonly #list = new Map<string, unknown>();

  set(path: string, value: unknown): this {
    this.root = withValue(this.root, path.split('/'), value === null ? null : fromPlain(value));
    return this;
  }

  /** Stores one entry; null removes. */
  change(changes: Readonly<Record<string, StoredMapping | null>>): this {
    const plan = this.#plan();
    const stored = Object.entries(changes).map(([key, after]) => {
      const before = this.#list.get(key) ?? null;
      if (after === null) this.#list.delete(key);
      else this.#list.set(key, after);
      return { key: key as MappingKey, before, after };
    });
    return this.#store(entryUpdate(plan, stored));
  }

  /** A value that was there before there was a history, or that came from outside. */
  put(key: string, stored: unknown): this {
    this.#list.set(key, stored);
    return this.set(`gl_mappings/${key}`, stored);
  }

  accept(): this {
    return this.#store(outsideUpdate(this.#plan(), sumOf(this.#list)));
  }

  close(): this {
    return this.#store(closedUpdate(this.#plan('closed')));
  }

  #plan(forced?: 'closed') {
    const id = `e${this.#version.seq + 1}` as EntryId;
    const changeSet = { kind: 'edit', by: SERVER_AUTHOR, batch: 'b' } as const;
    const sum = this.#version.sum ?? sumOf(this.#list);
    const kind =
      forced ?? (this.#version.sum && this.#version.sum.sum !== sumOf(this.#list).sum ? 'outside' : 'edit');
    return {
      id,
      former: this.#version,
      sum,
      changeSet: { ...changeSet, kind } as const,
      at: 1_700_000_000_000,
    };
  }

  #store({ update, version }: ReturnType<typeof entryUpdate>): this {
    for (const [path, value] of Object.entries(update)) this.set(path, value);
    this.#version = readListVersion(version);
    return this;
  }
}

/** Three entries after a list that had a mapping in a former form. */
const threeEntries = () =>
  new StoredList()
    .put('OLD', '77')
    .change({ ACME: mapping('ACME', '1'), TEA: mapping('TEA', '2') })
    .change({ ACME: mapping('ACME', '3'), OLD: null })
    .change({ TEA: null, CAFE: mapping('CAFE', '2') });

describe('the history of a list', () => {
  it('that holds is gone back to its beginning', () => {
    expect(verifyHistory(threeEntries().root)).toEqual({
      mappings: 2,
      unaccounted: [],
      entries: 3,
      knownSince: null,
      archivedTo: null,
      older: { count: 1, since: expect.any(Number) },
      problems: [],
    });
  });

  it('of nothing, and of a list without one, holds', () => {
    expect(verifyHistory(null).problems).toEqual([]);
    expect(verifyHistory(new StoredList().put('OLD', '77').root)).toMatchObject({ mappings: 1, entries: 0 });
  });

  it('with a change from outside that was accepted is known since then', () => {
    const list = threeEntries().put('OUTSIDE', mapping('OUTSIDE', '9')).accept();
    list.change({ OUTSIDE: null });
    expect(verifyHistory(list.root)).toMatchObject({ entries: 5, knownSince: 4, problems: [] });
  });

  it('with an entry that closes a batch, and has no changes, is known to its beginning', () => {
    const list = threeEntries().close().change({ CAFE: null });
    expect(verifyHistory(list.root)).toMatchObject({ entries: 5, knownSince: null, problems: [] });
    list.set('gl_mappings_history/e4/set', 1);
    expect(verifyHistory(list.root).problems).toHaveLength(1);
  });

  const damages = table<[name: string, path: string, value: unknown, problem: string]>('damages');
  it.each(damages)('with %s does not hold', (_name, path, value, problem) => {
    const { problems } = verifyHistory(threeEntries().set(path, value).root);
    expect(problems.join('\n')).toContain(problem);
  });

  it('with another sum found outside does not hold', () => {
    const list = threeEntries().put('OUTSIDE', 'x').accept();
    const { problems } = verifyHistory(list.set('gl_mappings_history/e4/found/sum', 5).root);
    expect(problems.join('\n')).toContain('Entry 4 (e4) found another list');
  });
});
