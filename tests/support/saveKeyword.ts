import type { UnmatchedApi } from '#contract/unmatched.ts';

/** Saves one mapping, as the dialog of a row without a match does; returns how that ended. */
export async function saveKeyword(
  { unmatched }: { unmatched: Pick<UnmatchedApi, 'save'> },
  keyword: string,
  glAccount: string,
) {
  const result = await unmatched.save(0, [{ keyword, glAccount }]);
  if (result.kind === 'saved') return { kind: result.kind };
  if (result.kind === 'unstorable') return { kind: result.kind, problem: result.problem };
  return { kind: result.kind, detail: result.detail };
}
