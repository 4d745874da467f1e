import { useRef, useState } from 'react';
import { authFailureText } from '#model/authFailure.ts';
import type { AuthOutcome } from '../../services/auth.ts';

/** Requests to the identity service, of which the screen shows the last. `fallback` is said where the reason is not known by name. */
export function useAttempt(fallback: string) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const last = useRef(0);
  return {
    isBusy,
    /** What the screen says about the last attempt, if it failed. */
    failure,
    clear: () => setFailure(null),
    /**
     * Runs one attempt; resolves to whether it succeeded. `work` may call `release` to let the person begin another one
     * before it ends.
     */
    async run(work: (release: () => void) => Promise<AuthOutcome>): Promise<boolean> {
      const number = ++last.current;
      const show = (failed: string | null) => {
        if (number === last.current) setFailure(failed);
      };
      const release = () => {
        if (number === last.current) setBusy(false);
      };
      setBusy(true);
      show(null);
      try {
        const outcome = await work(release);
        if (outcome.kind === 'done') return true;
        if (outcome.failure === 'popup-closed') console.warn('The sign-in window was closed.');
        show(authFailureText(outcome.failure, fallback));
        return false;
      } catch (error) {
        console.error(error);
        show(fallback);
        return false;
      } finally {
        release();
      }
    },
  };
}
