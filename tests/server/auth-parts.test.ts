import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Email } from '#model/email.ts';
import { messages } from '#model/text/messages.ts';
import type { AuthState } from '#server/auth/authState.ts';
import { createSmtpMailer } from '#server/auth/mail.ts';
import { sendOobCode } from '#server/auth/operations/mailedCodes.ts';
import { checkPassword } from '#server/auth/passwordRules.ts';
import { createPasswords, PasswordThreads, STRONG_SCRYPT } from '#server/auth/passwords.ts';
import type { Caller, Refusal } from '#server/auth/protocol.ts';
import { callerOf } from '#server/http/requestOrigin.ts';
import { createThrottle } from '#server/throttle.ts';
import { tablesOf } from '../support/tablesOf.ts';

const table = tablesOf('server/auth-parts', {
  passwordCommon: messages.passwordCommon,
  passwordNamesOwner: messages.passwordNamesOwner,
});

const CHEAP_SCRYPT = { cost: 4, r: 1, p: 1 };

describe('a stored password', () => {
  let passwords = createPasswords(CHEAP_SCRYPT);
  afterEach(async () => {
    await passwords.close();
    passwords = createPasswords(CHEAP_SCRYPT);
  });

  it('matches itself and nothing else', async () => {
    const stored = await passwords.hash('correct horse');
    expect(await passwords.matches('correct horse', stored)).toBe(true);
    expect(await passwords.matches('correct horsf', stored)).toBe(false);
    expect(await passwords.matches('', stored)).toBe(false);
  });

  it('is salted', async () => {
    expect(await passwords.hash('same')).not.toBe(await passwords.hash('same'));
  });

  it('does not depend on how the keyboard composes letters', async () => {
    const stored = await passwords.hash('caf\u00e9');
    expect(await passwords.matches('cafe\u0301', stored)).toBe(true);
  });

  it('keeps matching when the parameters for new ones change', async () => {
    const stored = await passwords.hash('correct horse');
    const stronger = createPasswords({ cost: 5, r: 2, p: 2 });
    expect(await stronger.matches('correct horse', stored)).toBe(true);
    await stronger.close();
  });

  it('that does not exist matches nothing', async () => {
    expect(await passwords.matches('', null)).toBe(false);
  });

  it('is checked for a limited number of callers at once', async () => {
    // One thread at 150 ms each, as is assumed before any was measured: 166 are done in 25 s.
    const single = createPasswords(CHEAP_SCRYPT, new PasswordThreads(1));
    const answers = await Promise.allSettled(Array.from({ length: 180 }, () => single.hash('x')));
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(180 - 168);
    expect(refused[0]).toMatchObject({ reason: { code: 'TOO_MANY_ATTEMPTS_TRY_LATER' } });
    await expect(single.hash('x')).resolves.toMatch(/^scrypt\$/);
    await single.close();
  });

  it('is checked by several threads, also after one of them has failed', async () => {
    const threads = new PasswordThreads(2);
    const derive = (cost: number) =>
      threads.derive({
        password: 'x',
        salt: Buffer.alloc(16),
        parameters: { cost, r: 1, p: 1 },
        owner: '',
      });
    const broken = expect(derive(-1)).rejects.toThrow();
    const keys = await Promise.all([derive(4), derive(4), derive(4)]);
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    await broken;
    expect(await derive(4)).toEqual(keys[0]);
    await threads.close();
  });

  it('waits behind few others when one address tries many', async () => {
    const single = createPasswords(CHEAP_SCRYPT, new PasswordThreads(1));
    const done: string[] = [];
    const flood = Array.from({ length: 50 }, () => single.hash('x', 'flood').then(() => done.push('flood')));
    const other = single.hash('x', 'somebody else').then(() => done.push('somebody else'));
    await Promise.all([...flood, other]);
    expect(done.indexOf('somebody else')).toBeLessThanOrEqual(2);
    await single.close();
  });

  it('is not checked any more when the server stops', async () => {
    const waiting = passwords.hash('x');
    const refused = expect(waiting).rejects.toThrow('stopping');
    await passwords.close();
    await refused;
    await expect(passwords.hash('x')).rejects.toThrow('stopping');
  });

  it('is hashed with the strong parameters by default', async () => {
    const real = createPasswords(STRONG_SCRYPT);
    expect(await real.hash('x')).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    await real.close();
  });
});

describe('a caller is counted by', () => {
  it.each(table<[string, string, string | undefined, boolean, string]>('callers'))(
    '%s',
    (_name, remoteAddress, reported, behindProxy, address) => {
      const headers = reported === undefined ? {} : { 'x-forwarded-for': reported };
      const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
      expect(callerOf(request, behindProxy)).toBe(address);
    },
  );
});

describe('a throttle', () => {
  it('lets a burst through, then one per refill time, for each key', () => {
    let now = 0;
    const throttle = createThrottle({ burst: 3, refill: 1000 }, () => now);
    const take = (key: string, count: number) => Array.from({ length: count }, () => throttle.take(key));
    expect(take('a', 4)).toEqual([true, true, true, false]);
    expect(throttle.take('b')).toBe(true);
    now += 1000;
    expect(take('a', 2)).toEqual([true, false]);
    now += 10_000;
    expect(take('a', 4)).toEqual([true, true, true, false]);
  });

  it('gives tries back', () => {
    const throttle = createThrottle({ burst: 1, refill: 1000 }, () => 0);
    expect([throttle.take('a'), throttle.take('a')]).toEqual([true, false]);
    throttle.refund('a');
    expect(throttle.take('a')).toBe(true);
  });
});

describe('a throttle in a flood of keys', () => {
  it('forgets the oldest, and holds on to those in use', () => {
    const throttle = createThrottle({ burst: 1, refill: 1000 }, () => 0);
    for (let n = 0; n < 100_000; n++) {
      throttle.take(`stranger ${n}`);
      if (n % 1000 === 0) {
        throttle.refund('in use');
        expect(throttle.take('in use')).toBe(true);
      }
    }
    expect([throttle.take('in use'), throttle.take('stranger 99999')]).toEqual([false, false]);
    expect(throttle.take('stranger 0')).toBe(true);
  });

  it('forgets all tries of the keys that begin alike', () => {
    const throttle = createThrottle({ burst: 1, refill: 1000 }, () => 0);
    for (const key of ['ann 1', 'ann 2', 'annabel 1']) throttle.take(key);
    throttle.clear('ann ');
    expect(['ann 1', 'ann 2', 'annabel 1'].map((key) => throttle.take(key))).toEqual([true, true, false]);
  });
});

describe('a password', () => {
  const fault = async (password: string, email = 'ann.brown@example.com') => {
    const checked = checkPassword(password, { email: email as Email, brand: 'GL Classifier' });
    return checked.then(
      () => null,
      ({ detail }: Refusal) => detail,
    );
  };

  it.each(table<[string, string]>('is refused'))('"%.25s" is refused: %s', async (password, reason) => {
    expect(await fault(password)).toBe(reason);
  });

  it.each(['6 char', 'correct horse', 'annual brownie', '中文密码安全', 'пароль мой!'])(
    '"%s" is taken',
    async (password) => {
      expect(await fault(password)).toBeNull();
    },
  );

  it.each([
    ['ann2026', messages.passwordNamesOwner],
    ['ann-qwerty', messages.passwordNamesOwner],
    ['ann@example.com!', messages.passwordNamesOwner],
    ['secret of ann', null],
    ['the cannery', null],
  ])('"%s" of ann@example.com: %s', async (password, reason) => {
    expect(await fault(password, 'ann@example.com')).toBe(reason);
  });
});

describe('a mail over SMTP', () => {
  it('reaches the server with sender, receiver and text', async () => {
    const { server, received, url } = await startMailServer();
    const mailer = createSmtpMailer(url, 'GL Classifier <gl@example.com>');
    await mailer.send({ to: 'p@example.com' as Email, subject: 'Hello', text: 'A link' });
    const session = received();
    expect(session).toContain('MAIL FROM:<gl@example.com>');
    expect(session).toContain('RCPT TO:<p@example.com>');
    expect(session).toContain('Subject: Hello');
    expect(session).toContain('A link');
    server.close();
  });

  it('is an error when the server cannot be reached', async () => {
    const { server, url } = await startMailServer();
    server.close();
    await once(server, 'close');
    const mailer = createSmtpMailer(url, 'gl@example.com');
    await expect(mailer.send({ to: 'p@example.com' as Email, subject: 'x', text: 'y' })).rejects.toThrow();
  });
});

/** A mail server that agrees to everything and remembers it. */
async function startMailServer(): Promise<{ server: Server; url: string; received(): string }> {
  let received = '';
  const converse = (socket: Socket) => {
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      received += text;
      if (inData && !received.endsWith('\r\n.\r\n')) return;
      if (text.startsWith('QUIT')) socket.end('221 bye\r\n');
      else if (text.startsWith('DATA')) socket.write('354 go on\r\n');
      else socket.write('250 ok\r\n');
      inData = text.startsWith('DATA');
    });
  };
  const server = createServer(converse).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, url: `smtp://127.0.0.1:${port}`, received: () => received };
}

describe('a request for a new password', () => {
  it.each([
    ['a known address', { uid: 'kim' }],
    ['an unknown address', undefined],
  ])(
    'for %s is answered before anything is stored or mailed, so that its time tells nothing',
    (_name, account) => {
      const later: (() => void)[] = [];
      const caller = { afterAnswer: (work: () => void) => later.push(work) } as unknown as Caller;
      // Whatever else the answer used would be missing.
      const state = {
        accounts: { byEmail: () => account },
        limits: { tryMail: () => true },
      } as unknown as AuthState;
      const fields = { requestType: 'PASSWORD_RESET', email: 'kim@example.com' };
      expect(sendOobCode(state, fields, caller)).toEqual({ body: { email: 'kim@example.com' } });
      expect(later).toHaveLength(1);
    },
  );
});
