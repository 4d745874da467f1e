import { type Mapping, mappingKey } from '#model/mapping.ts';

/** A mapping under the key of its description. */
export const mapping = (description: string, glAccount: string): Mapping => ({
  key: mappingKey(description),
  description,
  glAccount,
});

/** The account of each description as the database has it, by path; null removes. */
export function leavesOf(accounts: Readonly<Record<string, string | null>>) {
  return Object.fromEntries(
    Object.entries(accounts).map(([description, glAccount]) => [
      `gl_mappings/${mappingKey(description)}`,
      glAccount === null ? null : { description, glAccount },
    ]),
  );
}
