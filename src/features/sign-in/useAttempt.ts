import { useState } from 'react';
import { authFailureText } from '#model/authFailure.ts';
import type { AuthOutcome } from '../../services/auth.ts';

type Attempt = {
  readonly isBusy: boolean;
  /** What the screen says about the last attempt, if it failed. */
  readonly failure: string | null;
  /** Runs one attempt; resolves to whether it succeeded. */
  run(work: () => Promise<AuthOutcome>): Promise<boolean>;
  clear(): void;
};

/** One request to the identity service at a time. `fallback` is said where the reason is not known by name. */
export function useAttempt(fallback: string): Attempt {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  return {
    isBusy,
    failure,
    clear: () => setFailure(null),
    async run(work) {
      setBusy(true);
      setFailure(null);
      try {
        const outcome = await work();
        if (outcome.kind === 'done') return true;
        if (outcome.failure === 'popup-closed') console.warn('The sign-in window was closed.');
        setFailure(authFailureText(outcome.failure, fallback));
        return false;
      } catch (error) {
        console.error(error);
        setFailure(fallback);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
