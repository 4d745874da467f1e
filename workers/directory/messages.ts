import type { Application } from '../../src/model/application.ts';
import type { BackendSettings } from '../../src/model/backend.ts';
import type { UserRecord } from '../../src/model/user.ts';
import type { PageNews } from './pagedWatch.ts';

/** The first and only message to the directory worker: where to look, and as whom. */
export type DirectoryStart = { readonly backend: BackendSettings; readonly uid: string };

/** What the directory worker tells from then on. */
export type DirectoryNews =
  | { readonly collection: 'users'; readonly news: PageNews<UserRecord> }
  | { readonly collection: 'applications'; readonly news: PageNews<Application> };
