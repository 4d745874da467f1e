import { Alert, Button, Group, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { HistoryLoss } from '#contract/ledger.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import type { LedgerService } from '../services/ledger.ts';
import { ignoreAfterExit } from '../services/workerLink.ts';
import { momentOf } from '../ui/moment.ts';
import { useStatus } from '../ui/status/useStatus.ts';
import { useAnswer } from '../ui/useAnswer.ts';
import { useBusy } from '../ui/useBusy.ts';

type Props = {
  ledger: Pick<LedgerService, 'loss'> & {
    readonly table: Pick<LedgerService['table'], 'setAside'>;
    readonly editor: Pick<LedgerService['editor'], 'acknowledgeBehind'>;
  };
};

/** What the server has lost since this browser saw it, for admins; nothing where it has everything. */
export function LostEntries({ ledger }: Props) {
  const loss = useSyncExternalStore(ledger.loss.subscribe, ledger.loss.get);
  // Always there: a live region that appears together with its text is not announced. It takes no room while it is empty.
  return (
    <div role="status" style={{ display: 'contents' }}>
      {loss && <Loss ledger={ledger} loss={loss} />}
    </div>
  );
}

function Loss({ ledger: { table, editor }, loss }: Props & { loss: HistoryLoss }) {
  const { show } = useStatus();
  const [isBusy, whileBusy] = useBusy();
  const { answer: setAside } = useAnswer(() => table.setAside(), [table]);
  const title = titleOf(loss);
  const acknowledge = async () => {
    const result = await whileBusy(() => editor.acknowledgeBehind(title));
    if (result.kind === 'failed') show(historyMessages.acknowledgeFailed(result.detail));
  };
  return (
    <Alert color="red" py="xs" role="presentation" title={title}>
      <Text>
        {loss.seal === undefined
          ? historyMessages.missingWhatToDo
          : historyMessages.alteredWhatToDo(loss.seal)}
        {!!setAside && ` ${historyMessages.setAside}`}
      </Text>
      <Group mt="xs">
        <Button size="compact-sm" loading={isBusy} onClick={() => ignoreAfterExit(acknowledge())}>
          Acknowledge
        </Button>
      </Group>
    </Alert>
  );
}

function titleOf({ kind, from, seq, at }: HistoryLoss): string {
  return kind === 'missing'
    ? historyMessages.missing(from, seq, momentOf(at))
    : historyMessages.altered(seq, momentOf(at));
}
