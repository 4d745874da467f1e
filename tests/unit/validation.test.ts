import { describe, expect, it } from 'vitest';
import { normaliseEmail } from '#model/email.ts';
import {
  validateEmail,
  validateMapping,
  validateNewUser,
  validateRegistration,
  validateSignIn,
  validateUserEdit,
} from '#model/validation.ts';

const EMAIL = 'Please enter a valid email address';
const PASSWORD = 'Please enter your password';
const SHORT = 'Password must be at least 6 characters long';
const NAME = 'Please enter a name';

it.each([
  ['all is there', { email: 'a@b', password: 'x' }, {}],
  ['the email could be registered before', { email: 'a..b@x.test', password: 'x' }, {}],
  ['the email has no @', { email: 'ab', password: 'x' }, { email: EMAIL }],
  ['nothing is there', { email: '', password: '' }, { email: EMAIL, password: PASSWORD }],
])('signing in when %s', (_name, form, expected) => {
  expect(validateSignIn(form)).toEqual(expected);
});

it.each([
  ['all is there', { email: 'a@b', password: 'secret', confirmation: 'secret' }, {}],
  ['the password is short', { email: 'a@b', password: '12345', confirmation: '12345' }, { password: SHORT }],
  [
    'the passwords differ',
    { email: 'a@b', password: 'secret', confirmation: 'Secret' },
    { confirmation: 'Passwords do not match' },
  ],
  [
    'the email would be taken for another',
    { email: 'a..b@x.test', password: 'secret', confirmation: 'secret' },
    { email: EMAIL },
  ],
  ['nothing is there', { email: '', password: '', confirmation: '' }, { email: EMAIL, password: SHORT }],
])('registering when %s', (_name, form, expected) => {
  expect(validateRegistration(form)).toEqual(expected);
});

it.each([
  ['a@b', {}],
  ['nobody', { email: EMAIL }],
])('asking for a reset link for %s', (email, expected) => {
  expect(validateEmail(email)).toEqual(expected);
});

describe('adding a user', () => {
  const known = (email: string) => email === normaliseEmail('taken@example.com');
  const good = { email: 'new@example.com', name: 'New', password: 'secret' };

  it.each([
    ['all is there', good, {}],
    ['the email has no @', { ...good, email: 'new' }, { email: EMAIL }],
    ['the email would be taken for another', { ...good, email: 'a..b@x.test' }, { email: EMAIL }],
    ['the name is blank', { ...good, name: '  ' }, { name: NAME }],
    ['the password is short', { ...good, password: '12345' }, { password: SHORT }],
    [
      'the user exists, written in another case',
      { ...good, email: ' Taken@Example.com ' },
      { email: 'User with this email already exists' },
    ],
    [
      'nothing is there',
      { email: '', name: '', password: '' },
      { email: EMAIL, name: NAME, password: SHORT },
    ],
  ])('when %s', (_name, form, expected) => {
    expect(validateNewUser(form, known)).toEqual(expected);
  });
});

it.each([
  ['the password is left empty', { name: 'Ann', password: '' }, {}],
  ['the password is long enough', { name: 'Ann', password: 'secret' }, {}],
  ['the password is short', { name: 'Ann', password: '12345' }, { password: SHORT }],
  ['the name is blank', { name: ' ', password: '' }, { name: NAME }],
])('editing a user when %s', (_name, form, expected) => {
  expect(validateUserEdit(form)).toEqual(expected);
});

describe('editing a mapping', () => {
  const EMPTY = 'Description and GL Account cannot be empty.';
  const NO_ACCOUNT = '“No Match” is not an account. Enter a GL account.';
  const TOO_SHORT = 'Description must be at least 5 non-space characters.';
  it.each([
    ['all is there', 'Acme Ltd', '6100', undefined],
    ['five characters among spaces', ' a b c d e ', '6100', undefined],
    ['no description', '  ', '6100', EMPTY],
    ['no account', 'Acme Ltd', ' ', EMPTY],
    ['neither', '', '', EMPTY],
    ['four characters among spaces', 'a b c d', '6100', TOO_SHORT],
    ['a description that nobody sees', '\u200b\u00ad\u200b\u2060\u200b', '6100', EMPTY],
    ['four characters and one that nobody sees', 'ab\u200bcd', '6100', TOO_SHORT],
    ['what a row without a match shows as account', 'Acme Ltd', ' no  MATCH ', NO_ACCOUNT],
    ['the same with a soft hyphen', 'Acme Ltd', 'No Ma\u00adtch', NO_ACCOUNT],
    ['an account that begins like it', 'Acme Ltd', 'No Match Ltd', undefined],
    ['as much as the rules take', 'x'.repeat(1000), '6100', undefined],
    [
      'more than the rules take',
      'x'.repeat(1001),
      '6100',
      'Description and GL Account may have up to 1,000 characters.',
    ],
  ])('with %s', (_name, description, glAccount, objection) => {
    expect(validateMapping({ description, glAccount })).toBe(objection);
  });
});
