import { proxy, type Remote } from 'comlink';
import type { LedgerApi } from '#contract/ledger.ts';
import type { UploadApi } from '#contract/upload.ts';
import type { Async } from './async.ts';
import { orFailed, type UntilEnded } from './untilEnded.ts';

/** Adding many mappings to the shared list; see {@link UploadApi}. Admins only. */
export type UploadService = Async<UploadApi>;

/** What `open` of the ledger worker resolves to, seen from the page. */
type Opened = Pick<Awaited<ReturnType<Remote<LedgerApi>['open']>>, 'uploader'>;

/** Connects to the uploading part of the ledger worker. An upload whose end is not known resolves as failed. */
export function connectUpload(opened: Promise<Opened>, untilEnded: UntilEnded): UploadService {
  return {
    dryRun: async (pairs) => (await opened).uploader.dryRun(pairs),
    repeatDryRun: async () => (await opened).uploader.repeatDryRun(),
    plan: async () => (await opened).uploader.plan(),
    lines: async (name, from, to) => (await opened).uploader.lines(name, from, to),
    linesText: async (name) => (await opened).uploader.linesText(name),
    forgetDryRun: async () => (await opened).uploader.forgetDryRun(),
    serializeList: async () => (await opened).uploader.serializeList(),
    listRevision: async () => (await opened).uploader.listRevision(),
    upload: (pairs, isResumed, onProgress) =>
      orFailed(
        untilEnded(opened.then(async ({ uploader }) => uploader.upload(pairs, isResumed, proxy(onProgress)))),
        { added: 0, skipped: 0 },
      ),
    cancel: async () => (await opened).uploader.cancel(),
  };
}
