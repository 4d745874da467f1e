import type { Application } from '#model/application.ts';
import type { BackendSettings } from '#model/backend.ts';
import type { UserRecord } from '#model/user.ts';

/** The first message to the directory worker: where to look, and as whom. */
export type DirectoryStart = { readonly backend: BackendSettings; readonly uid: string };

/** What the directory worker is told: first of all to begin, then that the network is back. */
export type DirectoryOrder = DirectoryStart | 'reconnect';

/** What the directory worker tells, besides that it lives. */
export type DirectoryEvent =
  | { readonly collection: 'users'; readonly news: PageEvent<UserRecord> }
  | { readonly collection: 'applications'; readonly news: PageEvent<Application> };

/**
 * What a watched collection says: one page of it, as it is from now on; that the server of a page is out of reach, and
 * what was said of it may be outdated until the page comes again; or that the watch has ended.
 */
export type PageEvent<T> =
  | {
      readonly kind: 'page';
      /** Tells the pages apart; news of a page replaces what was said of it before. */
      readonly page: string;
      readonly documents: readonly T[];
      /** Whether all pages have arrived once. */
      readonly isComplete: boolean;
    }
  | { readonly kind: 'out-of-reach'; readonly page: string }
  | { readonly kind: 'failed'; readonly message: string };
