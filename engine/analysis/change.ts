import type { ListChange } from '#model/listChange.ts';
import { type Mapping, type MappingKey, mappingKey } from '#model/mapping.ts';
import type { Choice, Proposal } from '#model/proposal.ts';

/** Approving an OK proposal: the keyword for its account, its originals gone. */
export function applyProposal(proposal: Proposal): ListChange {
  return write(proposal.keyword, proposal);
}

/**
 * Resolving a conflict for one of its two accounts: the keyword for that account, that account's originals gone; the
 * other account's mappings stay. Throws if `glAccount` is neither.
 */
export function resolveConflict(proposal: Proposal, glAccount: string): ListChange {
  const choice = [proposal, proposal.alternative].find((one) => one?.glAccount === glAccount);
  if (!choice) throw new TypeError(`Account ${glAccount} is not a choice for keyword ${proposal.keyword}.`);
  return write(proposal.keyword, choice);
}

/** The list after the change, for lists that are plain data (pending pairs, tests). */
export function changedList(list: readonly Mapping[], { set, remove }: ListChange): Mapping[] {
  const gone = new Set<MappingKey>([...remove, ...set.map(({ key }) => key)]);
  return [...list.filter(({ key }) => !gone.has(key)), ...set];
}

function write(keyword: string, { glAccount, idsToDelete }: Choice): ListChange {
  return { set: [{ key: mappingKey(keyword), description: keyword, glAccount }], remove: idsToDelete };
}
