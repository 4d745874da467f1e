import type { Email } from '#model/email.ts';
import { withoutHidden } from '#model/hiddenCharacters.ts';
import { MIN_PASSWORD_LENGTH } from '#model/limits.ts';
import { messages } from '#model/text/messages.ts';
import { refuse } from './protocol.ts';

/** Longer passwords are refused before any work is spent on them. */
const MAX_PASSWORD_LENGTH = 4096;

/** Shorter names are part of many words. Letters and digits. */
const MIN_NAME_LENGTH = 3;

/** One and the same again and again: these are as common, and not all of them are in the list. */
const ONE_CHARACTER = /^(.)\1*$/su;

/** Whose password it is to be, and where. */
type Owner = { readonly email: Email; readonly brand: string };

/**
 * Refuses a password that cannot be chosen. After NIST SP 800-63B-4 (§3.1.1.2): no rules about its characters, and
 * none that is commonly used or can be guessed from the context. The least length is the specification's, less than NIST's.
 * @throws Refusal
 */
export async function checkPassword(password: string, owner: Owner): Promise<void> {
  if (password.length < MIN_PASSWORD_LENGTH)
    refuse('WEAK_PASSWORD', `Password should be at least ${MIN_PASSWORD_LENGTH} characters`);
  if (password.length > MAX_PASSWORD_LENGTH)
    refuse('WEAK_PASSWORD', `Password should be at most ${MAX_PASSWORD_LENGTH} characters`);
  const common = await commonPasswords();
  if (isCommon(password, common)) refuse('WEAK_PASSWORD', messages.passwordCommon);
  if (namesOwner(password, owner, common)) refuse('WEAK_PASSWORD', messages.passwordNamesOwner);
}

/** Blanks around it, another form of its letters or characters that nobody sees do not make a password less common. */
function isCommon(password: string, common: ReadonlySet<string>): boolean {
  const plain = withoutHidden(password.normalize('NFKC')).trim().toLowerCase();
  return plain.length === 0 || common.has(plain) || ONE_CHARACTER.test(plain);
}

/**
 * Whether the address or the product's name is in the password, or hardly more than the first part of the address, however
 * they are written. A longer phrase may mention a name.
 */
function namesOwner(password: string, { email, brand }: Owner, common: ReadonlySet<string>): boolean {
  const written = lettersOf(password);
  if ([email, brand].some((word) => written.includes(lettersOf(word)))) return true;
  const name = lettersOf(email.slice(0, email.lastIndexOf('@')));
  if (name.length < MIN_NAME_LENGTH || !written.includes(name)) return false;
  const rest = written.replaceAll(name, '');
  return rest.length < MIN_PASSWORD_LENGTH || common.has(rest);
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

let common: Promise<ReadonlySet<string>> | null = null;

/** The commonest passwords, in small letters. Loaded when a password is first chosen: the list takes some memory. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}
