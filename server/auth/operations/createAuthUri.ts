import { type Answer, ok } from '../answer.ts';

/** `accounts:createAuthUri`, asked for the ways to sign in to an address: tells nobody who has an account. */
export function createAuthUri(): Answer {
  return ok({ signinMethods: [] });
}
