import { createThrottle, type Throttle } from '../throttle.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Everything of the auth service that can be tried by guessing, or that costs others something. */
export type Limits = {
  readonly signInPerAccount: Throttle;
  readonly signInPerAddress: Throttle;
  readonly signUpPerAddress: Throttle;
  readonly mailPerAccount: Throttle;
  readonly mailPerAddress: Throttle;
};

/** Kept in memory: a restart forgets them, which an attacker cannot bring about. */
export function createLimits(now: () => number): Limits {
  return {
    signInPerAccount: createThrottle({ burst: 10, refill: 30 * SECOND }, now),
    signInPerAddress: createThrottle({ burst: 100, refill: 6 * SECOND }, now),
    signUpPerAddress: createThrottle({ burst: 100, refill: 30 * SECOND }, now),
    mailPerAccount: createThrottle({ burst: 5, refill: 10 * MINUTE }, now),
    mailPerAddress: createThrottle({ burst: 50, refill: MINUTE }, now),
  };
}
