import type { SessionTokens } from '../../bench/protocol/identity-client.ts';
import { Group } from './group.ts';

export type Person = { readonly email: string; readonly tokens: SessionTokens };

/** Increments of counters that always grow together. */
export type Increments = { sent: number; acknowledged: number };

/** Everything the clients were told over all rounds, and what they sent without hearing of it. */
export class Ledger {
  /** Written over a Realtime Database socket: two writers with a group each, and one group between them. */
  readonly tree = [
    new Group('tree-a', 3, ['a']),
    new Group('tree-b', 40, ['b']),
    new Group('tree-shared', 5, ['a', 'b']),
  ] as const;
  /** Written with unary commits (`unary`), on the Write stream (`stream`), and by both. */
  readonly documents = [
    new Group('doc-a', 3, ['unary']),
    new Group('doc-b', 20, ['stream']),
    new Group('doc-shared', 4, ['unary', 'stream']),
  ] as const;
  readonly usage: Increments = { sent: 0, acknowledged: 0 };
  /** Those who were told that they have an account. */
  readonly people: Person[] = [];
  /** Numbers the sign-ups, answered or not. */
  applicants = 0;
  /** Writes acknowledged so far, sign-ups included. */
  acknowledged = 0;
}
