import type { Application } from '#model/application.ts';
import type { BackendSettings } from '#model/backend.ts';
import type { UserRecord } from '#model/user.ts';

/** Where to look, and as whom. */
export type DirectoryStart = { readonly backend: BackendSettings; readonly uid: string };

/** What the directory worker exposes. `begin` comes first. */
export type DirectoryApi = {
  begin(start: DirectoryStart): void;
  /** The person uses the page, or nobody sees it. */
  setInUse(isInUse: boolean): void;
  /** The network is back. */
  reconnect(): Promise<void>;
};

/** Events of the directory worker. */
export type DirectoryEvent =
  | CollectionEvent
  /** `isReleased`: another tab has the stream; what was reported stands and may be outdated. */
  | { readonly kind: 'stream'; readonly isReleased: boolean };

export type CollectionEvent =
  | { readonly kind: 'collection'; readonly collection: 'users'; readonly event: PageEvent<UserRecord> }
  | {
      readonly kind: 'collection';
      readonly collection: 'applications';
      readonly event: PageEvent<Application>;
    };

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
