import { domainToASCII, domainToUnicode } from 'node:url';
import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { isAddress, isMailable, normaliseEmail } from '#model/email.ts';
import { byStage } from '../support/fullRun.ts';

const REFUSED: readonly [name: string, typed: string][] = [
  ['angle brackets', '<ann@x.test>'],
  ['an angle bracket behind', 'ann@x.test>'],
  ['a display name', 'Bob <ann@x.test>'],
  ['a display name without a blank', 'bob@y.test<ann@x.test>'],
  ['two, by comma', 'bob@y.test,ann@x.test'],
  ['two, by semicolon', 'bob@y.test;ann@x.test'],
  ['a group', 'team:ann@x.test;'],
  ['a group without an end', 'team:ann@x.test'],
  ['quotes', '"ann"@x.test'],
  ['quotes around an address', '"bob@y.test"@x.test'],
  ['a comment', 'ann(bob)@x.test'],
  ['a comment behind', 'ann@x.test(bob)'],
  ['a backslash', 'ann\\@x.test'],
  ['two @', 'bob@y.test@x.test'],
  ['a blank inside', 'ann b@x.test'],
  ['a blank beside the @', 'ann@ x.test'],
  ['a line break', 'ann@x.test\nbcc:bob@y.test'],
  ['a tabulator', 'a\tnn@x.test'],
  ['a control', 'ann\u0000@x.test'],
  ['the address of a machine', 'ann@[127.0.0.1]'],
  ['a number as domain', 'ann@2130706433'],
  ['numbers as domain', 'ann@127.1'],
  ['a hexadecimal number as domain', 'ann@0x7f.0x1'],
  ['no local part', '@x.test'],
  ['no domain', 'ann@'],
  ['no @', 'ann.x.test'],
  ['nothing', ''],
  ['a dot behind', 'ann@x.test.'],
  ['two dots', 'ann@x..test'],
  ['full width letters', 'ann@\uff58.test'],
  ['an ideographic full stop', 'ann@x\u3002test'],
  ['a ligature', 'ann@\ufb01.test'],
  ['a long s', 'ann@te\u017ft.test'],
  ['a rounded letter of Cyrillic', 'ann@\u1c80.test'],
  ['the Kelvin sign', '\u212aim@x.test'],
  ['the Kelvin sign as domain', 'ann@\u212a.test'],
  ['an I with a dot', '\u0130da@x.test'],
  ['a percent sign as domain', 'ann@x%2etest'],
  ['a slash', 'ann/bob@x.test'],
  ['more than headers hold', `${'a'.repeat(250)}@x.test`],
];

/** Sign in, where they were registered before; are registered no more. */
const FORMER: readonly [name: string, typed: string][] = [
  ['an accent apart', 'a\u0301nn@x.test'],
  ['marks in another order', 'a\u0301\u0323nn@x.test'],
  ['a long s', '\u017ftar@x.test'],
  ['a rounded letter of Cyrillic', '\u1c80\u0435\u0440\u0430@x.test'],
  ['full width letters', '\uff41nn@x.test'],
  ['a ligature', '\ufb01nn@x.test'],
  ['a raised letter', '\u00aann@x.test'],
  ['a micro sign', '\u00b5@x.test'],
  ['a dot of another kind', 'ann\u2024bob@x.test'],
  ['Katakana of half width', '\uff71@x.test'],
  ['an encoded word', '=?utf-8?q?ann?=@x.test'],
  ['another encoded word', 'bob=?utf-8?b?YW5u?=@x.test'],
  ['a way through other machines', 'ann!bob@x.test'],
  ['a way behind a percent sign', 'ann%y.test@x.test'],
  ['an encoded line break', 'ann%0a@x.test'],
  ['a hyphen before the domain', 'ann@-x.test'],
  ['a hyphen behind a label', 'ann@x-.test'],
  ['a hyphen before a label', 'ann@x.-test'],
  ['a hyphen behind the domain', 'ann@x.test-'],
  ['a dot before', '.ann@x.test'],
  ['a dot behind the local part', 'ann.@x.test'],
  ['two dots in the local part', 'a..b@x.test'],
  ['65 characters', `${'a'.repeat(65)}@x.test`],
  ['a label of 64 characters', `ann@${'x'.repeat(64)}.test`],
  ['a last label of 64 characters', `ann@x.${'x'.repeat(64)}`],
  ['a line break before', '\nann@x.test'],
  ['a tabulator behind', 'ann@x.test\t'],
  ['a mark of the order of bytes before', '\ufeffann@x.test'],
];

const TAKEN: readonly string[] = [
  'ann@x.test',
  " Ann.O'Neil+tag@exa-mple.co.uk ",
  'a@b',
  '{a|b}~`#$&*=^?_@x.test',
  `${'a'.repeat(64)}@${'x'.repeat(63)}.${'y'.repeat(63)}.test`,
  'á\u0323nn@x.test'.normalize('NFC'),
  'k\u0131rm\u0131z\u0131@x.test',
  'straße@x.test',
  '\u0565\u0587@x.test',
  '\u0e19\u0e49\u0e33@x.test',
  '\u0390@x.test',
  'jürgen@müller.example',
  'info@straße.example',
  'анна@пример.рф',
  'λόγος@λόγος.example',
  '用户@例子.example',
  'ann@xn--mller-kva.example',
  'ann@intra_net.2go',
];

/** The only recipient of a mail, given as the product does, or as text that the mailer parses. */
async function recipients(to: string | { name: string; address: string }): Promise<unknown> {
  const mailer = createTransport({ jsonTransport: true });
  return (await mailer.sendMail({ from: 'gl@example.com', to, text: '' })).envelope.to;
}

const asWritten = (email: string) => {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at).replace(/^"|"$/g, '')}@${domainToUnicode(email.slice(at + 1))}`;
};

describe('an address', () => {
  it.each(REFUSED)('with %s is refused: %j', (_name, typed) => expect(isMailable(typed)).toBe(false));

  it.each(FORMER)('with %s is good for a sign-in only: %j', (_name, typed) =>
    expect([isMailable(typed), isAddress(typed)]).toEqual([false, true]),
  );

  it.each(TAKEN)('%j is taken, and the mailer leaves it as it is', async (typed) => {
    expect(isMailable(typed)).toBe(true);
    const email = normaliseEmail(typed);
    for (const to of [email, { name: '', address: email }]) {
      const mailed = (await recipients(to)) as string[];
      expect(mailed.map(asWritten)).toEqual([asWritten(email)]);
    }
  });

  it('with any one character more is refused, or the mailer leaves it as it is', async () => {
    for (let code = 0; code < 0x2100; code += code < 0x100 ? 1 : byStage({ usual: 13, full: 1 })) {
      const character = String.fromCodePoint(code);
      for (const typed of [`a${character}b@x.test`, `${character}ab@x.test`, `ab@x${character}y.test`]) {
        const email = normaliseEmail(typed);
        if (!isMailable(typed)) continue;
        const mailed = (await recipients({ name: '', address: email })) as string[];
        expect([typed, mailed.map(asWritten)]).toEqual([typed, [asWritten(email)]]);
      }
    }
  });

  it('has a domain of which no other way of writing is mailed to the same place', () => {
    const step = byStage({ usual: 5, full: 1 });
    const characters = Array.from({ length: 0x20000 / step }, (_, i) =>
      String.fromCodePoint(i * step).toLowerCase(),
    );
    const rewritten = characters
      .flatMap((character) => [`a${character}b.test`, `${character}.test`, `a.${character}`])
      .filter((domain) => isMailable(`a@${domain}`))
      // Of letters without one lower case (Cherokee) the standard takes the capital.
      .filter((domain) => ![domain, ''].includes(domainToUnicode(domainToASCII(domain)).toLowerCase()));
    expect(rewritten).toEqual([]);
  });
});
