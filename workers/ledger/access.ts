import { get, set } from 'idb-keyval';
import { ownAccessKey } from '#contract/browserStorage.ts';
import type { OwnAccess } from '#contract/ledger.ts';
import { readAccessEntry } from '#model/access.ts';
import { accessKey } from '#model/email.ts';
import { accessPath } from '#model/paths.ts';
import type { Access, Account } from '#model/user.ts';
import type { LedgerDatabase, WatchFailure } from './database.ts';
import type { Timing } from './timing.ts';

/** An entry that belongs to another account may be given to this one later: it is asked for again after this time. */
const REFUSED_RETRY_MS = 20_000;
/** Without an answer by then, the access that this browser saw last counts until there is one. Milliseconds. */
const REMEMBERED_AFTER_MS = 1_500;
/** Where no access is known, the page gets the event that the server does not answer after this time. Milliseconds. */
const UNREACHABLE_AFTER_MS = 5_000;

/** The access that the database confirmed last in this browser, for one user. */
export type AccessMemory = {
  read(): Promise<Access>;
  save(access: Access): Promise<void>;
};

/** Over IndexedDB, beside the mapping list, which is deleted with it. */
export function openAccessMemory(uid: string): AccessMemory {
  const key = ownAccessKey(uid);
  return {
    read: async () => (await get<Access>(key)) ?? 'none',
    save: (access) => set(key, access),
  };
}

type AccessOptions = {
  readonly database: Pick<LedgerDatabase, 'watchValue'>;
  readonly timing: Pick<Timing, 'after'>;
  readonly account: Account;
  readonly memory: AccessMemory;
  onChange(access: OwnAccess): void;
};

/**
 * Follows the person's own entry of `access` and reports what it allows, at once and at each change. The rules show it
 * only to the account that it is meant for, so that whoever may read it has what it says; refused means no access.
 * @returns a promise that resolves when the person has access for the first time
 */
export function followOwnAccess({
  database,
  timing,
  account,
  memory,
  onChange,
}: AccessOptions): Promise<void> {
  let reported: OwnAccess | null = null;
  /** Whether the database has answered, so that nothing else counts any more. */
  let isAnswered = false;
  let onAllowed = () => {};
  const allowed = new Promise<void>((resolve) => {
    onAllowed = resolve;
  });

  function report(access: OwnAccess): void {
    if (access === reported) return;
    reported = access;
    onChange(access);
    if (access === 'user' || access === 'admin') onAllowed();
  }

  function answer(access: Access): void {
    isAnswered = true;
    memory.save(access).catch((error: unknown) => console.warn('The own access is not remembered:', error));
    report(access);
  }

  function fail({ kind, detail }: WatchFailure): void {
    console.warn('The own access can no longer be watched:', detail);
    if (kind === 'refused') answer('none');
    timing.after(REFUSED_RETRY_MS, watch);
  }

  function watch(): void {
    database.watchValue(
      accessPath(account.email),
      (value) => answer(accessIn(readAccessEntry(accessKey(account.email), value))),
      fail,
    );
  }

  async function reportRemembered(): Promise<void> {
    const access = await memory.read().catch(() => 'none' as const);
    if (!isAnswered && access !== 'none') report(access);
  }

  watch();
  timing.after(REMEMBERED_AFTER_MS, () => void (isAnswered || reportRemembered()));
  timing.after(UNREACHABLE_AFTER_MS, () => {
    if (reported === null) report('unreachable');
  });
  return allowed;
}

function accessIn(entry: { readonly allow: boolean; readonly admin: boolean } | null): Access {
  if (!entry?.allow) return 'none';
  return entry.admin ? 'admin' : 'user';
}
