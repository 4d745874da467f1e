import type { SerializedMappings } from './serializedMappings.ts';
/** Pairs that the server has acknowledged, and pairs skipped because their keyword exists. */
export type UploadCounts = { readonly added: number; readonly skipped: number };

export type UploadResult = UploadCounts &
  (
    | { readonly kind: 'complete' | 'cancelled' }
    | { readonly kind: 'failed'; readonly detail: string }
    /** The list is not whole: what exists cannot be told. */
    | { readonly kind: 'no-list' }
  );

/** Adds many mappings to the shared list. */
export type UploadApi = {
  /** The stored list, for analysis and dry run; null until it is whole. */
  pack(): SerializedMappings | null;
  /**
   * Adds the pairs that are new, in chunks. With `isResumed` pairs that an earlier try has written count as added.
   * `onProgress` gets the number of pairs done with. Resolves when the server has acknowledged them.
   */
  upload(
    pairs: SerializedMappings,
    isResumed: boolean,
    onProgress: (done: number) => void,
  ): Promise<UploadResult>;
  /** Ends the upload under way after the chunk it is in; that chunk cannot be called back. */
  cancel(): void;
};
