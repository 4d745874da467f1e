import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { RestoreTarget, StoppedChangeSet } from '#contract/history.ts';
import { detailOf } from '#model/detailOf.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { KIND_NAMES } from '#model/text/historyWords.ts';
import { usePersonName } from '../people/PersonName.tsx';
import type { HistoryService } from '../services/ledger.ts';
import { ignoreAfterExit } from '../services/workerLink.ts';
import { JobProgress } from '../ui/JobProgress.tsx';
import { exactMomentOf } from '../ui/moment.ts';
import { useStatus } from '../ui/status/useStatus.ts';
import { RestoreDialog, type Restoring } from './RestoreDialog.tsx';
import { useStoppedChangeSets } from './useStoppedChangeSets.ts';

type Props = {
  ledger: Restoring & { readonly history: HistoryService };
  uid: string;
  /** Opens the Upload screen, which goes on with the upload of this tab. */
  onUpload: () => void;
};

/** Actions that were stopped before their end, with what can become of each; nothing where there are none. */
export function StoppedChangeSets({ ledger, uid, onUpload }: Props) {
  const { history } = ledger;
  const { stopped, unfinishedUpload, renew } = useStoppedChangeSets(history, uid);
  const [target, setTarget] = useState<RestoreTarget | null>(null);
  const close = () => {
    setTarget(null);
    renew();
  };
  return (
    <>
      {stopped.map((one) => (
        <Stopped
          key={one.id}
          stopped={one}
          history={history}
          onUpload={one.batch === unfinishedUpload ? onUpload : null}
          onTakeBack={() => setTarget({ kind: 'changeSet', changeSet: one.id })}
          onEnd={renew}
        />
      ))}
      {target && <RestoreDialog ledger={ledger} target={target} onClose={close} />}
    </>
  );
}

type StoppedProps = {
  stopped: StoppedChangeSet;
  history: HistoryService;
  /** Null unless it is the upload that the Upload screen of this tab can go on with. */
  onUpload: (() => void) | null;
  onTakeBack: () => void;
  onEnd: () => void;
};

function Stopped({ stopped, history, onUpload, onTakeBack, onEnd }: StoppedProps) {
  const { kind, by, at, done, of, hasPlan } = stopped;
  const nameOf = usePersonName();
  const { more, resume, leave } = useStoppedActions(history, stopped, onEnd);
  const isBusy = more !== null;
  return (
    <Alert color="yellow" py="xs" title={historyMessages.stoppedTitle(KIND_NAMES[kind], done, of)}>
      <Text>
        {historyMessages.stoppedBy(nameOf(by), exactMomentOf(at))}
        {!hasPlan && onUpload === null && ` ${historyMessages.stoppedElsewhere}`}
      </Text>
      {more !== null && (
        <JobProgress label={historyMessages.continuing(more)} share={of === 0 ? 0 : (done + more) / of} />
      )}
      <Group gap="xs" mt="xs">
        {hasPlan && (
          <Button
            variant="filled"
            size="compact-sm"
            loading={isBusy}
            onClick={() => ignoreAfterExit(resume())}
          >
            Continue
          </Button>
        )}
        {onUpload && (
          <Button variant="filled" size="compact-sm" onClick={onUpload}>
            Continue
          </Button>
        )}
        <Button size="compact-sm" disabled={isBusy} onClick={onTakeBack}>
          Take back…
        </Button>
        <Button size="compact-sm" disabled={isBusy} onClick={() => ignoreAfterExit(leave())}>
          Leave it so
        </Button>
      </Group>
    </Alert>
  );
}

/** `more`: changes made since it goes on; null while it does not. */
function useStoppedActions(history: HistoryService, { batch }: StoppedChangeSet, onEnd: () => void) {
  const { show, dismiss } = useStatus();
  const [more, setMore] = useState<number | null>(null);
  const resume = async () => {
    dismiss();
    setMore(0);
    try {
      const result = await history.continueStopped(batch, setMore);
      if (result.kind === 'done') show(historyMessages.continued(result.count, result.skipped));
      else if (result.kind === 'gone') show(historyMessages.continueGone);
      else show(historyMessages.continueFailed(result.count, result.detail));
    } catch (error) {
      show(historyMessages.continueFailed(0, detailOf(error)));
    }
    setMore(null);
    onEnd();
  };
  const leave = async () => {
    try {
      await history.leaveStopped(batch);
    } catch (error) {
      show(historyMessages.leaveFailed(detailOf(error)));
    }
    onEnd();
  };
  return { more, resume, leave };
}
