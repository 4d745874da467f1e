import { type KeyProblem, keyProblem } from '#model/keyProblem.ts';
import { mappingKey } from '#model/mapping.ts';
import type { MappingList } from './MappingList.ts';

/** How a write of the shared list ended. `unstorable`: the description makes no key that can be stored. */
export type WriteResult =
  | { readonly kind: 'saved' }
  | { readonly kind: 'unstorable'; readonly problem: KeyProblem }
  | { readonly kind: 'failed'; readonly detail: string };

/** Stores `description` for `glAccount`, replacing what its key held. Resolves when the server has it. */
export async function writeMapping(
  list: Pick<MappingList, 'entries' | 'write'>,
  description: string,
  glAccount: string,
): Promise<WriteResult> {
  const key = mappingKey(description);
  const problem = keyProblem(key);
  if (problem !== null) return { kind: 'unstorable', problem };
  try {
    const after = { key, description: description.trim(), glAccount };
    await list.write(() => [{ key, before: list.entries.get(key) ?? null, after }]);
    return { kind: 'saved' };
  } catch (error) {
    return { kind: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}
