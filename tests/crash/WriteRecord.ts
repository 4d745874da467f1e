import type { SessionTokens } from '#bench/protocol/identityClient.ts';
import { MAX_CHANGES_PER_ENTRY } from '#model/limits.ts';
import { Group } from './Group.ts';

export type Person = { readonly email: string; readonly tokens: SessionTokens };

/** Increments of counters that always grow together. */
type Increments = { sent: number; acknowledged: number };

/** The logs that one writer alone goes on with, by the place of their version. */
export const LONE_LOGS = ['access_version', 'gl_accounts_version'] as const;
type LoneLogs = Readonly<Record<(typeof LONE_LOGS)[number], Increments>>;

/** What has to be found. */
export type Expectation = {
  readonly tree: readonly Group[];
  readonly documents: readonly Group[];
  readonly usage: Increments;
  /** Numbers of entries. */
  readonly logs: LoneLogs;
};

/** Every answer that clients got over all rounds, and what they sent without an answer. */
export class WriteRecord implements Expectation {
  /**
   * Written over Realtime Database sockets: two administrators with a group each, one group between them, and an upload,
   * whose entries are as large as entries may be.
   */
  readonly tree: readonly [Group, Group, Group, Group] = [
    new Group('tree-a', 3, ['a']),
    new Group('tree-b', 40, ['b']),
    new Group('tree-shared', 5, ['a', 'b']),
    // With the item that moves in each write: set anew, and removed.
    new Group('tree-upload', MAX_CHANGES_PER_ENTRY - 2, ['upload']),
  ];
  /** Written by one client, by another at the same time, and by both. */
  readonly documents: readonly [Group, Group, Group] = [
    new Group('doc-a', 3, ['a']),
    new Group('doc-b', 20, ['b']),
    new Group('doc-shared', 4, ['a', 'b']),
  ];
  readonly usage: Increments = { sent: 0, acknowledged: 0 };
  /** What the first start has made is not counted. */
  readonly logs: LoneLogs = {
    access_version: { sent: Number.POSITIVE_INFINITY, acknowledged: 0 },
    gl_accounts_version: { sent: Number.POSITIVE_INFINITY, acknowledged: 0 },
  };
  /** Those whose sign-up was acknowledged. */
  readonly people: Person[] = [];
  /** Numbers the sign-ups, answered or not. */
  applicants = 0;
  /** Entries of uploads acknowledged so far. */
  uploaded = 0;
  /** Writes acknowledged so far, sign-ups included. */
  acknowledged = 0;

  /** What has to be found in a copy of the data that is begun now and made while writers go on. */
  asOfNow(): Expectation {
    const open = ({ acknowledged }: Increments) => ({ sent: Number.POSITIVE_INFINITY, acknowledged });
    return {
      tree: this.tree.map((group) => group.asOfNow()),
      documents: this.documents.map((group) => group.asOfNow()),
      usage: open(this.usage),
      logs: {
        access_version: open(this.logs.access_version),
        gl_accounts_version: open(this.logs.gl_accounts_version),
      },
    };
  }
}
