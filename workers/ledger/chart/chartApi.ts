import type { ChartApi } from '#contract/chart.ts';
import { chartKey, readChartAccount } from '#model/chart.ts';
import { CHART_PATH } from '#model/paths.ts';
import type { Account } from '#model/user.ts';
import { lazyService } from '../../lazyService.ts';
import type { MappingList } from '../list/MappingList.ts';
import type { FollowedDatabase } from '../log/LogFollower.ts';
import { ChartFollower } from './ChartFollower.ts';
import { checkAccounts, countUsable } from './checkAccounts.ts';

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
  const editor = lazyService(async () => {
    const { ChartEditor } = await import('./ChartEditor.ts');
    return new ChartEditor({ database, follower, list, author: { uid, email } });
  });
  return {
    snapshot: () => follower.snapshot(),
    async account(code) {
      const key = chartKey(code);
      return readChartAccount(key, await database.read(`${CHART_PATH}/${key}`));
    },
    check: async (codes) => checkAccounts(codes, await follower.accounts(), list.entries.values()),
    usage: async () => [...countUsable(list.entries.values())],
    save: editor.save,
    read: editor.read,
    readAccountsInUse: editor.readAccountsInUse,
    lines: editor.lines,
    import: editor.import,
    undo: editor.undo,
  };
}
