import { useCallback, useState } from 'react';
import type { Email } from '#model/email.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import type { ActionOutcome } from '../../services/runSteps.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { useStatus } from '../../ui/status/useStatus.ts';

/** After this time without an answer the screen says that there is none yet. Milliseconds. */
const TIMEOUT_MS = 8000;

type Words = { readonly done: string; readonly failed: (reason: string) => string };

/** Runs an action about the person with this address and says how it ended; a failure can be tried again. */
export type RunAction = (email: Email, act: () => Promise<ActionOutcome>, words: Words) => Promise<void>;

type AccessAction = {
  /** Whom an action is under way for: their controls wait. */
  readonly busy: ReadonlySet<Email>;
  readonly run: RunAction;
};

export function useAccessAction(): AccessAction {
  const { show, dismiss } = useStatus();
  const [busy, setBusy] = useState<ReadonlySet<Email>>(new Set());
  const run = useCallback<RunAction>(
    async function again(email, act, words) {
      dismiss();
      setBusy((now) => new Set(now).add(email));
      const timer = setTimeout(() => show(accountMessages.waitingForServer, { stays: true }), TIMEOUT_MS);
      const outcome = await act();
      clearTimeout(timer);
      setBusy((now) => new Set([...now].filter((other) => other !== email)));
      if (outcome.kind === 'done') show(words.done);
      else {
        show(words.failed(outcome.reason), {
          action: { label: 'Retry', run: () => ignoreAfterExit(again(email, act, words)) },
        });
      }
    },
    [show, dismiss],
  );
  return { busy, run };
}
