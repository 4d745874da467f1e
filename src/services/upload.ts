import { proxy, type Remote } from 'comlink';
import type { LedgerEntry } from '../../workers/ledger/entry.ts';
import type { UploadResult } from '../../workers/ledger/upload/MappingUploader.ts';
import type { MappingParcel } from '../../workers/mappingParcel.ts';
import { orFailed, type UntilEnded } from './untilEnded.ts';

export type { UploadResult } from '../../workers/ledger/upload/MappingUploader.ts';

/** Adding many mappings to the shared list; admins only. */
export type UploadService = {
  /** The stored list, for analysis and dry run; null until it is whole. */
  pack(): Promise<MappingParcel | null>;
  /**
   * Adds the pairs that are new, in chunks. With `isResumed` pairs that an earlier try has written count as added.
   * `onProgress` gets the number of pairs done with. Resolves when the server has acknowledged them.
   */
  upload(pairs: MappingParcel, isResumed: boolean, onProgress: (done: number) => void): Promise<UploadResult>;
  /** Ends the upload under way after the chunk it is in. */
  cancel(): Promise<void>;
};

/** What `open` of the ledger worker resolves to, seen from the page. */
type Opened = Pick<Awaited<ReturnType<Remote<LedgerEntry>['open']>>, 'uploader'>;

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
