import type { ChartApi } from '#contract/chart.ts';
import { chartKey, readChartAccount } from '#model/chart.ts';
import { CHART_PATH } from '#model/paths.ts';
import type { Account } from '#model/user.ts';
import type { MappingList } from '../list/MappingList.ts';
import type { FollowedDatabase } from '../log/LogFollower.ts';
import type { ChartEditor } from './ChartEditor.ts';
import { ChartFollower } from './ChartFollower.ts';
import { checkAccounts, countAccounts } from './checkAccounts.ts';

type ChartOptions = {
  readonly database: FollowedDatabase;
  readonly list: Pick<MappingList, 'entries'>;
  readonly account: Pick<Account, 'uid' | 'email'>;
  /** Called when a snapshot of a smaller revision reads otherwise. */
  onRevision(revision: number): void;
};

/** The worker's side of {@link ChartApi}. What only admins ask for is loaded at their first question. */
export function createChartApi({
  database,
  list,
  account: { uid, email },
  onRevision,
}: ChartOptions): ChartApi {
  const follower = new ChartFollower(database, onRevision);
  let editor: Promise<ChartEditor> | null = null;
  const editing = () => {
    editor ??= import('./ChartEditor.ts').then(
      ({ ChartEditor }) => new ChartEditor({ database, follower, list, author: { uid, email } }),
    );
    editor.catch(() => {
      editor = null;
    });
    return editor;
  };
  return {
    snapshot: () => follower.snapshot(),
    async account(code) {
      await database.signedIn;
      const key = chartKey(code);
      return readChartAccount(key, await database.read(`${CHART_PATH}/${key}`));
    },
    check: async (codes) => checkAccounts(codes, await follower.accounts(), list.entries.values()),
    usage: async () => [...countAccounts(list.entries.values())],
    save: async (...args) => (await editing()).save(...args),
    read: async (...args) => (await editing()).read(...args),
    readAccountsInUse: async (codes) => (await editing()).readAccountsInUse(codes),
    lines: async (...args) => (await editing()).lines(...args),
    import: async (id) => (await editing()).import(id),
    undo: async (id) => (await editing()).undo(id),
  };
}
