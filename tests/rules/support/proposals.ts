import { normaliseEmail } from '#model/email.ts';
import type { EntryId } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import { decisionUpdate, type ProposedMapping, proposalUpdate } from '#model/proposal.ts';
import type { TreeValue } from './actions.ts';
import { bent, type EntryOptions, listEntry } from './entries.ts';
import { other, type Person } from './people.ts';

type Nodes = Readonly<Record<string, TreeValue>>;
type Writer = Pick<Person, 'uid' | 'email'>;

const authorOf = ({ uid, email }: Writer) => ({ uid, email: normaliseEmail(email) });

/** The update by which somebody proposes a mapping. */
export function propose({ uid, email }: Writer, id = 'p2'): Nodes {
  return proposalOf(uid, email, id, [{ keyword: 'DELTA TAXI', account: '6700', line: 'DELTA TAXI 4711' }]);
}

/** The update by which somebody proposes so many mappings at once; also one, in the form of several. */
export function proposeMany({ uid, email }: Writer, count: number, id = 'p2'): Nodes {
  const mappings = Array.from({ length: Math.max(2, count) }, (_, i) => ({
    keyword: `DELTA ${i}`,
    account: '6700',
    line: `DELTA ${i} 4711`,
  }));
  const [P, waiting] = [`gl_proposals/${uid}/${id}`, `gl_proposals_waiting/${uid}/${id}`];
  const single = count === 1 ? { [`${P}/items/01`]: null, [`${P}/count`]: 1, [`${waiting}/01`]: null } : {};
  return bent(proposalOf(uid, email, id, mappings), single);
}

function proposalOf(uid: string, email: string, id: string, mappings: readonly ProposedMapping[]): Nodes {
  const draft = { mappings, note: 'as always' };
  return proposalUpdate({ uid, id: id as EntryId }, normaliseEmail(email), draft) as Nodes;
}

/** The update that rejects a proposal, by default another's that waits; of several, an item of it. */
export function reject(
  me: Writer,
  { uid }: Pick<Person, 'uid'> = other,
  id = 'p1',
  item: string | null = null,
): Nodes {
  const decision = { by: authorOf(me), word: 'Too short', approved: null };
  return decisionUpdate({ uid, id: id as EntryId, item }, decision) as Nodes;
}

/** The update that approves the proposal of another, and makes its mapping as an entry of the history. */
export function approve(
  me: Writer,
  { uid }: Pick<Person, 'uid'> = other,
  options: EntryOptions = { kind: 'proposal' },
  { id, item } = { id: 'p1', item: null as string | null },
  key = 'TAXI',
): Nodes {
  const approved = { key: key as MappingKey, keyword: key, account: '6700', batch: 'b1' };
  const decision = { by: authorOf(me), word: null, approved };
  return {
    ...listEntry(me, { [key]: { description: key, glAccount: '6700' } }, options),
    ...(decisionUpdate({ uid, id: id as EntryId, item }, decision) as Nodes),
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
  const name = { uid, id: 'p1' as EntryId, item: null };
  return decisionUpdate(name, { by: authorOf(me), word: null, approved }) as Nodes;
}

/** The update that approves two items of the proposal of another, which make one entry of the history. */
export function approveItems(me: Writer, { uid }: Pick<Person, 'uid'> = other): Nodes {
  const made = {
    TAXI: { description: 'TAXI', glAccount: '6700' },
    CAB: { description: 'CAB', glAccount: '6700' },
  };
  const decisions = Object.keys(made).map((key, i) => {
    const approved = { key: key as MappingKey, keyword: key, account: '6700', batch: 'b1' };
    const name = { uid, id: 'm1' as EntryId, item: `0${i + 1}` };
    return decisionUpdate(name, { by: authorOf(me), word: null, approved }) as Nodes;
  });
  return Object.assign(listEntry(me, made, { kind: 'proposal' }), ...decisions);
}
