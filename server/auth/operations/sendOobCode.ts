import type { StoredAccount } from '../accounts.ts';
import type { ActionKind } from '../actionCodes.ts';
import { type Answer, ok, refuse } from '../answer.ts';
import { writeActionMail } from '../mail/actionMails.ts';
import type { Mail } from '../mail/mailer.ts';
import { type Caller, emailOf, type Fields, textOf } from '../request.ts';
import { signedInAccount } from '../sessions.ts';
import type { AuthState } from '../state.ts';

/** `accounts:sendOobCode`: mails a link for a new password, or for verifying an address. */
export function sendOobCode(state: AuthState, fields: Fields, caller: Caller): Answer | Promise<Answer> {
  const continueUrl = textOf(fields, 'continueUrl');
  if (continueUrl !== undefined && !leadsTo(continueUrl, caller.origin)) return refuse('UNAUTHORIZED_DOMAIN');
  if (!state.limits.mailPerAddress.take(caller.address)) return refuse('TOO_MANY_ATTEMPTS_TRY_LATER');
  switch (fields['requestType']) {
    case 'PASSWORD_RESET':
      return sendPasswordReset(state, fields, caller);
    case 'VERIFY_EMAIL':
      return sendVerification(state, fields, caller);
    default:
      return refuse('OPERATION_NOT_ALLOWED', `The request type ${fields['requestType']} is not implemented.`);
  }
}

/** Says yes to any address, at once: who has an account is nobody's business. */
function sendPasswordReset(state: AuthState, fields: Fields, caller: Caller): Answer {
  const address = emailOf(fields);
  if (address.kind === 'refused') return address;
  const { email } = address;
  if (!state.limits.mailPerAccount.take(email)) return refuse('RESET_PASSWORD_EXCEED_LIMIT');
  const account = state.accounts.byEmail(email);
  if (account !== undefined && !account.disabled)
    state.mailer.post(codeMail(state, 'PASSWORD_RESET', account, fields, caller));
  return ok({ email });
}

/** The person is signed in and waits for the mail, so they are told when it cannot be sent. */
async function sendVerification(state: AuthState, fields: Fields, caller: Caller): Promise<Answer> {
  const found = signedInAccount(state, fields);
  if (found.kind === 'refused') return found;
  const { account } = found;
  if (!state.limits.mailPerAccount.take(account.email)) return refuse('TOO_MANY_ATTEMPTS_TRY_LATER');
  try {
    await state.mailer.send(codeMail(state, 'VERIFY_EMAIL', account, fields, caller));
  } catch (error) {
    state.logError(`The mail to ${account.email} could not be sent:`, error);
    return refuse('EMAIL_NOT_SENT', 'The mail could not be sent. Please try again later.');
  }
  return ok({ email: account.email });
}

function codeMail(
  state: AuthState,
  kind: ActionKind,
  account: StoredAccount,
  fields: Fields,
  { origin }: Caller,
): Mail {
  const code = state.actionCodes.issue(kind, account);
  const continueUrl = textOf(fields, 'continueUrl');
  return writeActionMail({ kind, to: account.email, code, origin, continueUrl, brand: state.brand });
}

function leadsTo(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin;
}
