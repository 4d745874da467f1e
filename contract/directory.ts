import type { Application } from '#model/application.ts';
import type { BackendSettings } from '#model/backend.ts';
import type { UserRecord } from '#model/user.ts';

/** The first message to the directory worker: where to look, and as whom. */
export type DirectoryStart = { readonly backend: BackendSettings; readonly uid: string };

/**
 * Messages to the directory worker: first where to begin; then that the person uses the page, that nobody sees it, or
 * that the network is back.
 */
export type DirectoryOrder = DirectoryStart | 'used' | 'hidden' | 'reconnect';

/** Messages of the directory worker, besides that it lives. */
export type DirectoryEvent =
  | CollectionEvent
  /** `isReleased`: another tab has the stream; what was reported stands and may be outdated. */
  | { readonly kind: 'stream'; readonly isReleased: boolean };

export type CollectionEvent =
  | { readonly collection: 'users'; readonly event: PageEvent<UserRecord> }
  | { readonly collection: 'applications'; readonly event: PageEvent<Application> };

/**
 * An event of a watched collection: one page of it, as it is from now on; or that the server is out of reach, so that
 * the page may be outdated until its next event; or that the watch has ended.
 */
export type PageEvent<T> =
  | {
      readonly kind: 'page';
      /** Names the page; a later event of the same page replaces this one. */
      readonly page: string;
      readonly documents: readonly T[];
      /** Whether all pages have arrived once. */
      readonly isComplete: boolean;
    }
  | { readonly kind: 'out-of-reach'; readonly page: string }
  | { readonly kind: 'failed'; readonly message: string };
