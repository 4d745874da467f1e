import { ChangeSetWriter } from '#workers/ledger/list/ChangeSetWriter.ts';
import type { MappingList } from '#workers/ledger/list/MappingList.ts';
import { createTiming } from '#workers/ledger/timing.ts';
import { MappingUploader } from '#workers/ledger/upload/MappingUploader.ts';
import { createMemoryPlans } from './memoryPlans.ts';

/** Uploads to a list, without a preview of what that does to rows. */
export function plainUploader(list: MappingList): MappingUploader {
  return new MappingUploader({
    list,
    timing: createTiming(),
    preview: async () => null,
    writer: new ChangeSetWriter(list, createMemoryPlans()),
  });
}
