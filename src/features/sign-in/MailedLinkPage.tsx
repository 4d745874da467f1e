import { Button } from '@mantine/core';
import { authFailureText } from '#model/authFailure.ts';
import { messages } from '#model/messages.ts';
import type { AuthService } from '../../services/auth.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Link } from '../../ui/router.tsx';
import { NewPassword } from './NewPassword.tsx';
import { VerifyEmail } from './VerifyEmail.tsx';

type Props = {
  auth: AuthService;
  /** The query parameters `mode` and `oobCode` of the link. */
  mode: string | null;
  code: string | null;
};

/** Where the links in our mails lead: to a new password, or to the proof of an address. */
export function MailedLinkPage({ auth, mode, code }: Props) {
  const home = (
    <Button component={Link} to="/">
      Go to the product
    </Button>
  );
  if (code !== null && mode === 'resetPassword') return <NewPassword auth={auth} code={code} home={home} />;
  if (code !== null && mode === 'verifyEmail') return <VerifyEmail auth={auth} code={code} home={home} />;
  return (
    <Notice title="This link does not work" action={home}>
      {authFailureText('link-invalid', messages.signInFailed)}
    </Notice>
  );
}
