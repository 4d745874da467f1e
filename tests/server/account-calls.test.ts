import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refresh, type SessionTokens, signIn, signUp } from '#bench/protocol/identityClient.ts';
import { accessKey, normaliseEmail } from '#model/email.ts';
import { auditLog } from '../support/dataFolder.ts';
import { mailedLink } from '../support/mailbox.ts';
import { type JsonAnswer, postJson } from '../support/post.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

type Person = { readonly email: string; readonly password: string };
const PASSWORD = 'some long phrase';
let server: TestServer;
let clock = Date.now();
let people = 0;
let person: Person;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
});
afterAll(() => server.stop());
beforeEach(async () => {
  people += 1;
  clock += 24 * 3600 * 1000;
  person = await server.addUser(`p${people}@example.com`);
  admin = await server.addUser(`admin${people}@example.com`, { admin: true });
});

/** A request of our own, in the name of a session. */
async function ask(call: string, fields: object, session: SessionTokens | null): Promise<JsonAnswer> {
  const headers: Record<string, string> =
    session === null ? {} : { Authorization: `Bearer ${session.idToken}` };
  return postJson(server.url(`/account/${call}`), fields, headers);
}
/** `ok`, or the error's code. */
function outcomeOf({ status, body }: JsonAnswer): string {
  if (status === 200) return 'ok';
  return (body as { error: { message: string } }).error.message.split(' : ')[0] ?? '';
}
const outcome = async (call: string, fields: object, session: SessionTokens | null) =>
  outcomeOf(await ask(call, fields, session));

const enter = (who: Person) => signIn(server.origin, who);
const lives = async ({ refreshToken }: SessionTokens) =>
  refresh(server.origin, refreshToken).then(
    () => 'lives',
    (error: Error) => /"message":"(\w+)/.exec(error.message)?.[1] ?? error.message,
  );

const auditLines = () => auditLog(server.dataDir);

describe('Sign out everywhere', () => {
  it('ends all sessions of the account, and no other', async () => {
    const [here, there, other] = [await enter(person), await enter(person), await enter(admin)];
    expect(await outcome('signOutEverywhere', {}, here)).toBe('ok');
    // The tabs of the browser that asked find out by themselves, as after Logout.
    expect([await lives(here), await lives(there), await lives(other)]).toEqual([
      'TOKEN_REPLACED',
      'TOKEN_EXPIRED',
      'lives',
    ]);
    expect(auditLines().at(-1)).toMatchObject({
      by: person.email,
      event: 'sessions-ended',
      what: person.email,
    });
  });

  it('needs a session that lives', async () => {
    const here = await enter(person);
    expect(await outcome('signOutEverywhere', {}, null)).toBe('MISSING_ID_TOKEN');
    await outcome('signOutEverywhere', {}, here);
    expect(await outcome('signOutEverywhere', {}, here)).toBe('TOKEN_REPLACED');
  });
});

describe('an administrator', () => {
  it('ends all sessions of somebody', async () => {
    const [here, there, own] = [await enter(person), await enter(person), await enter(admin)];
    const { email } = person;
    expect((await ask('describe', { email }, own)).body).toEqual({
      exists: true,
      disabled: false,
      sessions: 2,
    });
    expect(await outcome('endSessions', { email }, own)).toBe('ok');
    expect([await lives(here), await lives(there), await lives(own)]).toEqual([
      'TOKEN_EXPIRED',
      'TOKEN_EXPIRED',
      'lives',
    ]);
    expect((await ask('describe', { email }, own)).body).toMatchObject({ sessions: 0 });
    expect(auditLines().at(-1)).toMatchObject({ by: admin.email, event: 'sessions-ended', what: email });
  });

  it('disables an account, which says so when it signs in or refreshes, and enables it again', async () => {
    const [here, own] = [await enter(person), await enter(admin)];
    const { email } = person;
    expect(await outcome('setDisabled', { email, disabled: true }, own)).toBe('ok');
    expect(await lives(here)).toBe('USER_DISABLED');
    await expect(enter(person)).rejects.toThrow('USER_DISABLED');
    expect((await ask('describe', { email }, own)).body).toEqual({
      exists: true,
      disabled: true,
      sessions: 0,
    });
    expect(auditLines().at(-1)).toMatchObject({ by: admin.email, event: 'account-disabled', what: email });
    expect(await outcome('setDisabled', { email, disabled: false }, own)).toBe('ok');
    expect(auditLines().at(-1)).toMatchObject({ by: admin.email, event: 'account-enabled', what: email });
    expect(await lives(here)).toBe('TOKEN_EXPIRED');
    expect(await lives(await enter(person))).toBe('lives');
  });

  it('cannot disable their own account, so that one always is left', async () => {
    const own = await enter(admin);
    expect(await outcome('setDisabled', { email: admin.email, disabled: true }, own)).toBe(
      'PERMISSION_DENIED',
    );
    expect(await lives(own)).toBe('lives');
  });

  it.each<[string, object, string]>([
    ['for nobody', {}, 'MISSING_EMAIL'],
    ['for an address without an account', { email: 'nobody@example.com' }, 'USER_NOT_FOUND'],
    ['for no text', { email: 5 }, 'INVALID_ARGUMENT'],
    ['with more than that', { email: 'nobody@example.com', uid: 'x' }, 'NOT_IMPLEMENTED'],
  ])('asking %s is told so', async (_name, fields, expected) => {
    const own = await enter(admin);
    expect(await outcome('endSessions', fields, own)).toBe(expected);
    expect(await outcome('setDisabled', { disabled: true, ...fields }, own)).toBe(expected);
  });

  it.each([
    ['a text', 'true'],
    ['nothing', undefined],
    ['a number', 1],
  ])('has to say whether to disable, which is not %s', async (_name, disabled) => {
    const own = await enter(admin);
    expect(await outcome('setDisabled', { email: person.email, disabled }, own)).toBe('INVALID_ARGUMENT');
  });

  it('has the address in any spelling', async () => {
    const own = await enter(admin);
    expect((await ask('describe', { email: ` ${person.email.toUpperCase()} ` }, own)).body).toMatchObject({
      exists: true,
    });
    expect((await ask('describe', { email: 'nobody@example.com' }, own)).body).toEqual({ exists: false });
  });
});

describe('what administrators may do', () => {
  const CALLS = ['describe', 'endSessions', 'setDisabled'];
  const askAll = async (session: SessionTokens | null) => {
    const answers: string[] = [];
    for (const call of CALLS) {
      const more = call === 'setDisabled' ? { disabled: true } : {};
      answers.push(await outcome(call, { email: person.email, ...more }, session));
    }
    return answers;
  };
  const everywhere = (answer: string) => CALLS.map(() => answer);
  const entryOf = ({ email }: Person) => `access/${accessKey(normaliseEmail(email))}`;

  it('is refused to others, and then has not happened', async () => {
    const theirs = await enter(person);
    const other = await server.addUser(`other${people}@example.com`);
    expect(await askAll(await enter(other))).toEqual(everywhere('PERMISSION_DENIED'));
    const stranger = { email: `stranger${people}@example.com`, password: PASSWORD };
    expect(await askAll(await signUp(server.origin, stranger))).toEqual(everywhere('PERMISSION_DENIED'));
    expect(await askAll(null)).toEqual(everywhere('MISSING_ID_TOKEN'));
    expect(await askAll({ idToken: 'a.b.c', refreshToken: '' })).toEqual(everywhere('INVALID_ID_TOKEN'));
    expect(await lives(theirs)).toBe('lives');
  });

  it.each<[string, object]>([
    ['has lost the right', { admin: false }],
    ['has lost access', { allow: false }],
    ['is another account than the one pinned', { uid: 'another' }],
  ])('is refused at once to one who %s', async (_name, change) => {
    const own = await enter(admin);
    const { tree } = server.services();
    const stored = tree.read(entryOf(admin)) as object;
    tree.update({ [entryOf(admin)]: { ...stored, ...change } });
    expect(await askAll(own)).toEqual(everywhere('PERMISSION_DENIED'));
  });

  it('is refused to a registered stranger under a grant without a pin, until the address is proven', async () => {
    const squatter = { email: `boss${people}@example.com`, password: PASSWORD };
    const session = await signUp(server.origin, squatter);
    server
      .services()
      .tree.update({ [entryOf(squatter)]: { email: squatter.email, allow: true, admin: true } });
    expect(await askAll(session)).toEqual(everywhere('PERMISSION_DENIED'));
  });

  it('has no other calls', async () => {
    const own = await enter(admin);
    for (const call of ['deleteUser', 'constructor', '', 'signIn'])
      expect(await outcome(call, {}, own)).toBe('NOT_IMPLEMENTED');
  });
});

describe('a verification link', () => {
  let email: string;
  let session: SessionTokens;
  let oobCode: string;
  beforeEach(async () => {
    email = `new${people}@example.com`;
    session = await signUp(server.origin, { email, password: PASSWORD });
    const fields = { requestType: 'VERIFY_EMAIL', idToken: session.idToken };
    await postJson(server.url('/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=x'), fields);
    const link = new URL(await mailedLink(server.dataDir, email, 'verifyEmail'));
    oobCode = link.searchParams.get('oobCode') ?? '';
  });
  const isVerified = () => server.services().auth.findAccount(normaliseEmail(email))?.emailVerified;

  it('confirms the address for the account itself, once', async () => {
    expect(await outcome('verifyEmail', { oobCode }, session)).toBe('ok');
    expect(isVerified()).toBe(true);
    expect(await outcome('verifyEmail', { oobCode }, session)).toBe('INVALID_OOB_CODE');
  });

  it('confirms nothing without a session, whatever is asked: a stranger may have registered the address', async () => {
    expect(await outcome('verifyEmail', { oobCode }, null)).toBe('MISSING_ID_TOKEN');
    const update = server.url('/identitytoolkit.googleapis.com/v1/accounts:update?key=x');
    expect(outcomeOf(await postJson(update, { oobCode }))).toBe('NOT_IMPLEMENTED');
    expect(isVerified()).toBe(false);
  });

  it('confirms nothing for another account, and stays good', async () => {
    expect(await outcome('verifyEmail', { oobCode }, await enter(person))).toBe('INVALID_OOB_CODE');
    expect(isVerified()).toBe(false);
    expect(await outcome('verifyEmail', { oobCode }, session)).toBe('ok');
  });

  it('is good for an hour', async () => {
    clock += 3600 * 1000;
    const later = await signIn(server.origin, { email, password: PASSWORD });
    expect(await outcome('verifyEmail', { oobCode }, later)).toBe('EXPIRED_OOB_CODE');
  });

  it('is not a link for a new password, nor the other way round', async () => {
    const fields = { requestType: 'PASSWORD_RESET', email };
    await postJson(server.url('/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=x'), fields);
    const link = new URL(await mailedLink(server.dataDir, email, 'resetPassword'));
    const reset = link.searchParams.get('oobCode') ?? '';
    expect(await outcome('verifyEmail', { oobCode: reset }, session)).toBe('INVALID_OOB_CODE');
  });
});
