import { describe, expect, it } from 'vitest';
import { readApplication } from '#model/application.ts';
import { findConfusables, findSimilar, foreignCharacters } from '#model/confusable.ts';
import { normaliseEmail } from '#model/email.ts';
import { hiddenCharacterIn, withHiddenEscaped, withoutHidden } from '#model/hiddenCharacters.ts';
import { messages } from '#model/text/messages.ts';
import { readUserRecord } from '#model/user.ts';
import { validateEmail, validateUserEdit } from '#model/validation.ts';

describe('an address', () => {
  it.each([
    ['a control', 'a\u0007nn@example.com', 'U+0007'],
    ['a text turned around', 'ann\u202e@example.com', 'U+202E'],
    ['an isolate', 'ann\u2066@example.com', 'U+2066'],
    ['a blank without width', 'ann\u200b@example.com', 'U+200B'],
    ['a joiner', 'ann\u200d@example.com', 'U+200D'],
    ['a soft hyphen', 'an\u00adn@example.com', 'U+00AD'],
    ['a filler', 'ann\u3164@example.com', 'U+3164'],
    ['a blank of Braille', 'ann\u2800@example.com', 'U+2800'],
    ['a tag', 'ann\u{e0041}@example.com', 'U+E0041'],
    ['half a character', 'ann\ud800@example.com', 'U+D800'],
    ['the Kelvin sign', '\u212aim@example.com', 'U+212A'],
  ])('with %s is refused', (_name, email, character) => {
    expect(validateEmail(email)).toEqual({ email: messages.emailHidden(character) });
  });

  it.each([
    'ann@example.com',
    "o'neil+tag@exa-mple.co.uk",
    'jürgen@müller.example',
    'анна@пример.рф',
    ' kim@x ',
  ])('%s is taken', (email) => expect(validateEmail(email)).toEqual({}));

  it('with a slash is refused at once', () => {
    expect(validateEmail('a/b@example.com')).toEqual({ email: messages.emailSlash });
  });
});

describe('a name', () => {
  it('with a hidden character is refused', () => {
    const errors = validateUserEdit({ name: 'Ann\u202eBea', password: '' });
    expect(errors).toEqual({ name: messages.nameHidden('U+202E') });
  });

  it('of any script is taken', () => {
    for (const name of ['Ann Bea', 'Jürgen Müller', '山田 太郎', 'محمد', 'Zoë 🙂'])
      expect(hiddenCharacterIn(name)).toBeUndefined();
  });

  it('loses them where nobody can be asked, and shows them in a log', () => {
    expect(withoutHidden('A\u202eB\u0000')).toBe('AB');
    // Written past the app, which would have refused them.
    const stored = { name: 'A\u202e\u200bB' };
    expect([readApplication('a@x', stored).name, readUserRecord('a@x', stored).name]).toEqual(['AB', 'AB']);
    expect(withHiddenEscaped('A\u001b[31m\u009b\u202e\nB\u{e0041}')).toBe(
      'A\\u001b[31m\\u009b\\u202e\nB\\udb40\\udc41',
    );
  });
});

describe('near-duplicates', () => {
  const known = ['ann.bea@example.com', 'carl@example.com', 'mo@corner.example'].map(normaliseEmail);

  it.each([
    ['аnn.bea@example.com', 'ann.bea@example.com'],
    ['annbea@example.com', 'ann.bea@example.com'],
    ['ann.bea+x@example.com', 'ann.bea@example.com'],
    ['ánn.bea@example.com', 'ann.bea@example.com'],
    ['ann.bea@examp1e.com', 'ann.bea@example.com'],
    ['cari@example.com', 'carl@example.com'],
    ['calr@example.com', 'carl@example.com'],
    ['car@example.com', 'carl@example.com'],
    ['mo@comer.example', 'mo@corner.example'],
    ['carl@example.org', undefined],
    ['carl@example.com', undefined],
    ['dora@example.com', undefined],
  ])('%s: %s', (email, similar) => {
    expect(findSimilar(normaliseEmail(email), known)).toBe(similar);
  });

  it('among the users are found from both sides', () => {
    const pair = ['ann@example.com', 'bob@example.com', 'аnn@example.com'].map(normaliseEmail);
    const found = findConfusables(pair);
    expect([...found].sort()).toEqual([
      [pair[0], pair[2]],
      [pair[2], pair[0]],
    ]);
  });

  it('name the letters that are unusual', () => {
    expect(foreignCharacters('аnñ@example.com')).toEqual(['а (U+0430)', 'ñ (U+00F1)']);
    expect(foreignCharacters('ann@example.com')).toEqual([]);
  });
});
