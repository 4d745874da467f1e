import type { Application } from '../../src/model/application.ts';
import type { BackendSettings } from '../../src/model/backend.ts';
import type { UserRecord } from '../../src/model/user.ts';
import type { PageNews } from './pagedWatch.ts';

/** The first message to the directory worker: where to look, and as whom. */
export type DirectoryStart = { readonly backend: BackendSettings; readonly uid: string };

/** What the directory worker is told: first of all to begin, then that the network is back. */
export type DirectoryOrder = DirectoryStart | 'reconnect';

/** What the directory worker tells, besides that it lives. */
export type DirectoryNews =
  | { readonly collection: 'users'; readonly news: PageNews<UserRecord> }
  | { readonly collection: 'applications'; readonly news: PageNews<Application> };
