import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Email, isMailable, normaliseEmail } from '#model/email.ts';
import { withHiddenEscaped } from '#model/hiddenCharacters.ts';
import { DEFAULT_CONFIG, type Environment } from '#server/config.ts';
import { unexpected } from '#server/unexpected.ts';
import { ownersCredentials } from './grantAdmin/credentials.ts';
import { grantInFolder } from './grantAdmin/embedded.ts';
import { grantInProject } from './grantAdmin/firebase.ts';
import { type Grant, GrantError } from './grantAdmin/grant.ts';
import { UsageError } from './program.ts';

const HELP = `Usage: npm run grant-admin -- EMAIL [--project ID --database-url URL]

Makes the person with this email address an administrator: the first one, or one when none can sign in any more.

Embedded backend: stop the server, run this, start it again.
  DATA_DIR            the server's data folder (./.data)

Firebase, with the credentials of the project's owner:
  --project ID        the project
  --database-url URL  its Realtime Database, e.g. https://ID-default-rtdb.firebaseio.com
                      (an emulator: http://localhost:9000/?ns=ID-default-rtdb)
  GOOGLE_APPLICATION_CREDENTIALS
                      the key file of a service account of the project, or else
  GOOGLE_OAUTH_ACCESS_TOKEN
                      an access token of the owner, as "gcloud auth print-access-token" prints it
  FIRESTORE_EMULATOR_HOST, FIREBASE_AUTH_EMULATOR_HOST
                      host:port of the official emulators, in place of Google's services

  --help              print this text

Exit code: 0 when done, 1 when it could not be done, 2 when an argument is not usable.
`;

/** The streams that the program writes to; tests pass their own. */
type Output = {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
};

/** Runs the program; resolves with its exit code. */
export async function main(args: readonly string[], env: Environment, output: Output): Promise<number> {
  try {
    output.stdout.write(withHiddenEscaped(await run(args, env)));
    return 0;
  } catch (error) {
    const isForeseen = error instanceof UsageError || error instanceof GrantError;
    const text = isForeseen ? error.message : unexpected(error);
    output.stderr.write(withHiddenEscaped(`grant-admin: ${text}\n`));
    return error instanceof UsageError ? 2 : 1;
  }
}

async function run(args: readonly string[], env: Environment): Promise<string> {
  const { help, email: typed, project, databaseUrl } = readOptions(args);
  if (help) return HELP;
  const email = readEmail(typed);
  if (project === undefined && databaseUrl === undefined) {
    const dataDir = resolve(env['DATA_DIR'] || DEFAULT_CONFIG.dataDir);
    return describe(email, await grantInFolder(dataDir, email, Boolean(env['SMTP_URL'])));
  }
  if (project === undefined || databaseUrl === undefined)
    throw new UsageError('--project and --database-url belong together. See --help.');
  return describe(email, await grantHosted(project, readDatabaseUrl(databaseUrl), email, env));
}

function readOptions(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        project: { type: 'string' },
        'database-url': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (positionals.length > 1)
      throw new UsageError(`One email address at a time, not ${positionals.join(' ')}. See --help.`);
    const { help, project, 'database-url': databaseUrl } = values;
    return { help, email: positionals[0], project, databaseUrl };
  } catch (error) {
    // The first sentence of Node's long message names the option.
    if (error instanceof TypeError) throw new UsageError(`${error.message.split(/\. |\n/)[0]}. See --help.`);
    throw error;
  }
}

function readEmail(typed: string | undefined): Email {
  if (typed === undefined) throw new UsageError('EMAIL is missing. See --help.');
  if (isMailable(typed)) return normaliseEmail(typed);
  throw new UsageError(`${typed || '(nothing)'} is not an email address. See --help.`);
}

function readDatabaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
    throw new UsageError(
      `--database-url ${text} is not an address like https://ID-default-rtdb.firebaseio.com.`,
    );
  return url;
}

async function grantHosted(project: string, databaseUrl: URL, email: Email, env: Environment) {
  const firestore = env['FIRESTORE_EMULATOR_HOST'];
  const auth = env['FIREBASE_AUTH_EMULATOR_HOST'];
  const target = {
    project,
    databaseUrl,
    firestoreUrl: firestore ? `http://${firestore}` : 'https://firestore.googleapis.com',
    authUrl: auth
      ? `http://${auth}/identitytoolkit.googleapis.com`
      : 'https://identitytoolkit.googleapis.com',
    credentials: firestore || auth ? emulatorsAdmin : ownersCredentials(project, env),
  };
  return grantInProject(target, email, new Date());
}

/** What the official emulators take from an administrator. */
async function emulatorsAdmin() {
  return { Authorization: 'Bearer owner' };
}

/** The text to print: the new state, and what the person has to do next. */
function describe(email: Email, { account, isPinned, mailbox }: Grant): string {
  if (isPinned)
    return `${email} is an administrator now.\n${
      account?.emailVerified
        ? 'Their email address is verified.'
        : 'Their email address is not verified; an admin has pinned the account to this address before.'
    } The rights are in force at once, where they are signed in too.\n`;
  const then = `Access begins when the address is proven by a link that is mailed (to ${mailbox}): anybody may register an address, the link proves whose it is.`;
  return account === null
    ? `${email} will be an administrator.\nNobody has registered with this address yet: register with it at the product. ${then}\n`
    : `${email} will be an administrator.\nThere is an account with this address, but it is not verified, and anybody may have made it: choose "Forgot your password?" at the product and set a new password, which ends its other sessions. ${then}\n`;
}
