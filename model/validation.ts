import { type Email, isAddress, isMailable, normaliseEmail } from './email.ts';
import { hiddenCharacterIn, hiddenCharacterInAddress, isBlankText } from './hiddenCharacters.ts';
import { hasHalfCharacter } from './keyProblem.ts';
import { MAX_ACCOUNT_LENGTH, MAX_KEYWORD_LENGTH, MIN_PASSWORD_LENGTH } from './limits.ts';
import { isNoMatch, MIN_KEYWORD_LENGTH, type NewFields, nonSpaceLength } from './mapping.ts';
import { messages } from './text/messages.ts';

/** One text per field that is not acceptable; no entry, no objection. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

/** Whether a form may be sent. */
export function isValid(errors: FieldErrors<string>): boolean {
  return Object.keys(errors).length === 0;
}

export function validateSignIn(form: { email: string; password: string }): FieldErrors<'email' | 'password'> {
  return {
    ...validateEmail(form.email),
    ...(form.password === '' && { password: messages.passwordMissing }),
  };
}

export function validateRegistration(form: {
  email: string;
  password: string;
  confirmation: string;
}): FieldErrors<'email' | 'password' | 'confirmation'> {
  return { ...validateEmail(form.email, isMailable), ...validateNewPassword(form) };
}

/** @param isFit what is asked of it: of a new address more than of one to sign in with */
export function validateEmail(email: string, isFit = isAddress): FieldErrors<'email'> {
  const typed = email.trim();
  if (isFit(typed)) return {};
  if (!typed.includes('@')) return { email: messages.emailInvalid };
  // A document of the store is named after the address, and its names have no slash.
  if (typed.includes('/')) return { email: messages.emailSlash };
  const hidden = hiddenCharacterInAddress(typed);
  return { email: hidden === undefined ? messages.emailInvalid : messages.emailHidden(hidden) };
}

/** A password typed twice, at registration or from a reset link. */
export function validateNewPassword(form: {
  password: string;
  confirmation: string;
}): FieldErrors<'password' | 'confirmation'> {
  return {
    ...validatePassword(form.password),
    ...(form.password !== form.confirmation && { confirmation: messages.passwordsDiffer }),
  };
}

/** A user that an admin adds. `known` are the addresses of the users list. */
export function validateNewUser(
  form: { email: string; name: string; password: string },
  known: (email: Email) => boolean,
): FieldErrors<'email' | 'name' | 'password'> {
  const taken = known(normaliseEmail(form.email)) && { email: messages.userExists };
  return {
    ...taken,
    ...validateEmail(form.email, isMailable),
    ...validateName(form.name),
    ...validatePassword(form.password),
  };
}

/** A user that an admin edits. The new password is optional, and asked for on the admin's own account only. */
export function validateUserEdit(form: { name: string; password: string }): FieldErrors<'name' | 'password'> {
  return {
    ...validateName(form.name),
    ...(form.password !== '' && validatePassword(form.password)),
  };
}

/** A mapping that is typed: the first objection, or undefined. */
export function validateMapping({ description, glAccount }: NewFields): string | undefined {
  if (isBlankText(description) || isBlankText(glAccount)) return messages.mappingIncomplete;
  if (nonSpaceLength(description) < MIN_KEYWORD_LENGTH) return messages.mappingTooShort;
  if (isNoMatch(glAccount)) return messages.accountIsNoMatch;
  const limit = Math.min(MAX_KEYWORD_LENGTH, MAX_ACCOUNT_LENGTH);
  if (description.trim().length > limit || glAccount.trim().length > limit)
    return messages.mappingTooLong(limit);
  return hasHalfCharacter(glAccount) ? messages.accountUnstorable : undefined;
}

function validateName(name: string): FieldErrors<'name'> {
  const typed = name.trim();
  if (typed === '') return { name: messages.nameMissing };
  const hidden = hiddenCharacterIn(typed);
  return hidden === undefined ? {} : { name: messages.nameHidden(hidden) };
}

function validatePassword(password: string): FieldErrors<'password'> {
  return password.length < MIN_PASSWORD_LENGTH ? { password: messages.passwordTooShort } : {};
}
