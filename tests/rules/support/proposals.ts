import { normaliseEmail } from '#model/email.ts';
import type { EntryId } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import { decisionUpdate, proposalUpdate } from '#model/mappingProposal.ts';
import type { TreeValue } from './actions.ts';
import { type EntryOptions, listEntry } from './entries.ts';
import { other, type Person } from './people.ts';

type Nodes = Readonly<Record<string, TreeValue>>;
type Writer = Pick<Person, 'uid' | 'email'>;

const authorOf = ({ uid, email }: Writer) => ({ uid, email: normaliseEmail(email) });

/** The update by which somebody proposes a mapping. */
export function propose({ uid, email }: Writer, id = 'p2'): Nodes {
  const mapping = { keyword: 'DELTA TAXI', account: '6700', note: 'as always', line: 'DELTA TAXI 4711' };
  return proposalUpdate({ uid, id: id as EntryId }, normaliseEmail(email), mapping) as Nodes;
}

/** The update that rejects a proposal, by default another's that waits. */
export function reject(me: Writer, { uid }: Pick<Person, 'uid'> = other, id = 'p1'): Nodes {
  const decision = { by: authorOf(me), word: 'Too short', approved: null };
  return decisionUpdate({ uid, id: id as EntryId }, decision) as Nodes;
}

/** The update that approves the proposal of another, and makes its mapping as an entry of the history. */
export function approve(
  me: Writer,
  { uid }: Pick<Person, 'uid'> = other,
  options: EntryOptions = { kind: 'proposal' },
): Nodes {
  const approved = { key: 'TAXI' as MappingKey, keyword: 'TAXI', account: '6700', batch: 'b1' };
  const decision = { by: authorOf(me), word: null, approved };
  return {
    ...listEntry(me, { TAXI: { description: 'TAXI', glAccount: '6700' } }, options),
    ...(decisionUpdate({ uid, id: 'p1' as EntryId }, decision) as Nodes),
  };
}

/** The update that approves a proposal which the list has already. */
export function approveStored(me: Writer, { uid }: Pick<Person, 'uid'> = other): Nodes {
  const approved = {
    key: 'BETA CAFE' as MappingKey,
    keyword: 'BETA CAFE',
    account: '6200',
    batch: null,
  };
  return decisionUpdate({ uid, id: 'p1' as EntryId }, { by: authorOf(me), word: null, approved }) as Nodes;
}
