import { expect, it, vi } from 'vitest';
import { serializeMappings } from '#contract/serializedMappings.ts';
import { decideAll } from '#engine/import/uploadDecision.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import { MAPPINGS_PATH } from '#model/paths.ts';
import { createTiming } from '#workers/ledger/timing.ts';
import { MappingUploader } from '#workers/ledger/upload/MappingUploader.ts';
import { settled } from '../support/fakeTiming.ts';
import { setupLedger } from '../support/ledgerSetup.ts';

vi.mock('#engine/import/uploadDecision.ts', { spy: true });

it('an upload does not compare again what its dry run has compared with the same list', async () => {
  const { ledger, database } = await setupLedger();
  const uploader = new MappingUploader({ list: ledger.list, timing: createTiming() });
  const pairs = [toMapping('Shop'), toMapping('Bank')];
  expect(await uploader.dryRun(serializeMappings(pairs))).toMatchObject({ new: 2 });
  expect(await uploader.repeatDryRun()).toMatchObject({ new: 2 });
  expect(decideAll).toHaveBeenCalledTimes(1);

  database.writeElsewhere({ [`${MAPPINGS_PATH}/Shop`]: { description: 'Shop', glAccount: '1' } });
  await settled();
  expect(await uploader.repeatDryRun()).toMatchObject({ new: 1, present: 1 });
  expect(decideAll).toHaveBeenCalledTimes(2);

  // Other pairs, the list being the same.
  expect(await uploader.dryRun(serializeMappings(pairs.slice(0, 1)))).toMatchObject({ new: 0, present: 1 });
  expect(decideAll).toHaveBeenCalledTimes(3);
});

function toMapping(description: string): Mapping {
  return { key: mappingKey(description), description, glAccount: '1' };
}
