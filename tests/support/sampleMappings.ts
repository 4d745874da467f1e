import { type Mapping, mappingKey } from '#model/mapping.ts';
import { SAMPLE_ACCOUNTS } from '#model/sampleAccounts.ts';

/** The mapping list that a first start loads. */
export function sampleMappings(): Mapping[] {
  return SAMPLE_ACCOUNTS.flatMap(({ glAccount, keywords }) =>
    keywords.map((description) => ({ key: mappingKey(description), description, glAccount })),
  );
}
