import { expect, it, vi } from 'vitest';
import { serializeMappings } from '#contract/serializedMappings.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import { MAPPINGS_PATH } from '#model/paths.ts';
import { setupLedger } from '../support/ledgerSetup.ts';
import { plainUploader } from '../support/plainUploader.ts';

it('an upload does not compare again what its dry run has compared with the same list', async () => {
  const { ledger, database } = await setupLedger();
  const uploader = plainUploader(ledger.list);
  await uploader.dryRun(serializeMappings([toMapping('Shop'), toMapping('Bank')]));
  // Every comparison measures its slices of work.
  const clock = vi.spyOn(performance, 'now');
  try {
    expect(await uploader.repeatDryRun()).toMatchObject({ new: 2 });
    expect(clock).not.toHaveBeenCalled();
    const revision = uploader.listRevision();
    database.writeElsewhere({ [`${MAPPINGS_PATH}/Shop`]: { description: 'Shop', glAccount: '1' } });
    await vi.waitUntil(() => uploader.listRevision() !== revision);
    clock.mockClear();
    expect(await uploader.repeatDryRun()).toMatchObject({ new: 1, present: 1 });
    expect(clock).toHaveBeenCalled();
  } finally {
    clock.mockRestore();
  }
});

function toMapping(description: string): Mapping {
  return { key: mappingKey(description), description, glAccount: '1' };
}
