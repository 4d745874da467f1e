import { proxy, type Remote } from 'comlink';
import type { LedgerApi } from '#contract/ledger.ts';
import type { SerializedMappings } from '#contract/serializedMappings.ts';
import type { UploadResult } from '#contract/upload.ts';
import { orFailed, type UntilEnded } from './untilEnded.ts';

export type { UploadResult } from '#contract/upload.ts';

/** Adding many mappings to the shared list; admins only. */
export type UploadService = {
  /** The stored list, for analysis and dry run; null until it is whole. */
  pack(): Promise<SerializedMappings | null>;
  /**
   * Adds the pairs that are new, in chunks. With `isResumed` pairs that an earlier try has written count as added.
   * `onProgress` gets the number of pairs done with. Resolves when the server has acknowledged them.
   */
  upload(
    pairs: SerializedMappings,
    isResumed: boolean,
    onProgress: (done: number) => void,
  ): Promise<UploadResult>;
  /** Ends the upload under way after the chunk it is in. */
  cancel(): Promise<void>;
};

/** What `open` of the ledger worker resolves to, seen from the page. */
type Opened = Pick<Awaited<ReturnType<Remote<LedgerApi>['open']>>, 'uploader'>;

/** Speaks with the uploading part of the ledger worker. */
export function connectUpload(opened: Promise<Opened>, untilEnded: UntilEnded): UploadService {
  return {
    pack: async () => (await opened).uploader.pack(),
    upload: (pairs, isResumed, onProgress) =>
      orFailed(
        untilEnded(opened.then(async ({ uploader }) => uploader.upload(pairs, isResumed, proxy(onProgress)))),
        { added: 0, skipped: 0 },
      ),
    cancel: async () => (await opened).uploader.cancel(),
  };
}
