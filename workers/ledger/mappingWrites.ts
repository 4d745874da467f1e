import { mappingKey } from '../../src/model/mapping.ts';
import { keyProblem } from '../engine/pairs/storable.ts';
import type { MappingList } from './MappingList.ts';

/** How a write of the shared list ended. `unstorable`: the description makes no key the database accepts. */
export type WriteResult =
  | { readonly kind: 'saved' }
  | { readonly kind: 'unstorable' }
  | { readonly kind: 'failed'; readonly detail: string };

/** Stores `description` for `glAccount`, replacing what its key held. Resolves when the server has it. */
export async function writeMapping(
  list: Pick<MappingList, 'entries' | 'write'>,
  description: string,
  glAccount: string,
): Promise<WriteResult> {
  const key = mappingKey(description);
  if (key === '' || keyProblem(key) !== null) return { kind: 'unstorable' };
  try {
    const after = { key, description: description.trim(), glAccount };
    await list.write(() => [{ key, before: list.entries.get(key) ?? null, after }]);
    return { kind: 'saved' };
  } catch (error) {
    return { kind: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}
