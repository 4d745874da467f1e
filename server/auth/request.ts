import { type Email, normaliseEmail } from '#model/email.ts';
import { type Refusal, refuse } from './answer.ts';

/** JSON object that a client sent: nothing in it can be trusted. */
export type Fields = Readonly<Record<string, unknown>>;

/** Who calls, as far as the network shows. */
export type Caller = {
  /** For counting tries: an IPv4 address, or the /64 network of an IPv6 one. */
  readonly address: string;
  /** Own origin that the caller used, e.g. `https://gl.example.com`; links in mails begin with it. */
  readonly origin: string;
};

/** Longest e-mail address (RFC 5321, §4.5.3.1, as clarified by erratum 1690). */
const LONGEST_EMAIL = 254;
// White space and control characters have no place in an address, and would be dangerous in mail headers.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const EMAIL_FORM = /^[^\s@\u0000-\u001f\u007f]+@[^\s@\u0000-\u001f\u007f]+$/;

/** A text field; undefined when it is absent, empty or no text. */
export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The field `email`, normalised, or why it cannot be used. */
export function emailOf(fields: Fields): { readonly kind: 'email'; readonly email: Email } | Refusal {
  const typed = textOf(fields, 'email');
  if (typed === undefined) return refuse('MISSING_EMAIL');
  const email = normaliseEmail(typed);
  return email.length <= LONGEST_EMAIL && EMAIL_FORM.test(email)
    ? { kind: 'email', email }
    : refuse('INVALID_EMAIL');
}
