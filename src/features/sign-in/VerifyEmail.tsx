import { type ReactNode, useEffect, useState } from 'react';
import { authFailureText } from '#model/authFailure.ts';
import { messages } from '#model/messages.ts';
import type { AuthOutcome, AuthService } from '../../services/auth.ts';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = { auth: AuthService; code: string; home: ReactNode };

/** Uses the link at once: opening it is the proof. */
export function VerifyEmail({ auth, code, home }: Props) {
  const [outcome, setOutcome] = useState<AuthOutcome | null>(null);
  useEffect(() => {
    auth.verifyEmail(code).then(setOutcome, (error: unknown) => {
      console.error(error);
      setOutcome({ kind: 'failed', failure: 'other' });
    });
  }, [auth, code]);

  if (outcome === null) return <Loading />;
  if (outcome.kind === 'failed') {
    return (
      <Notice title="This link does not work" action={home}>
        {authFailureText(outcome.failure, messages.verificationFailed)}
      </Notice>
    );
  }
  return (
    <Notice title="Your email address is verified" action={home}>
      Thank you. You can close this page, or go on from here.
    </Notice>
  );
}
