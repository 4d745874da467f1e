import { matchPath } from 'react-router-dom';
import type { Access } from '#model/user.ts';

/** A page of the product, as the top bar and the router know it. */
export type Page = {
  readonly path: string;
  readonly label: string;
  /** The shortcut that leads to it. */
  readonly keys: string;
  readonly adminsOnly?: boolean;
  /** For people with access who are no admins: only they have a use for it, and a link to it. */
  readonly usersOnly?: boolean;
};

export const CLASSIFIER: Page = { path: '/', label: 'Classifier', keys: 'g c' };
export const MY_PROPOSALS: Page = { path: '/proposals', label: 'My proposals', keys: 'g p', usersOnly: true };
/** The Classifier has the link to it. */
export const UNMATCHED: Page = { path: '/unmatched', label: 'Unmatched', keys: 'g m' };
export const UPLOAD: Page = { path: '/upload', label: 'Upload Data', keys: 'g u', adminsOnly: true };
export const DATABASE: Page = { path: '/database', label: 'Database', keys: 'g d', adminsOnly: true };
export const HISTORY: Page = { path: '/history', label: 'History', keys: 'g h', adminsOnly: true };
export const ADMIN: Page = { path: '/admin', label: 'Admin', keys: 'g a', adminsOnly: true };

/** In the order of the top bar and of the list of shortcuts. */
export const pages: readonly Page[] = [CLASSIFIER, MY_PROPOSALS, UNMATCHED, UPLOAD, DATABASE, HISTORY, ADMIN];

/** A section of the Database screen: a page of its own below the screen's links. */
export type Section = { readonly path: string; readonly label: string };

export const MAPPINGS: Section = { path: DATABASE.path, label: 'Mappings' };
export const PROPOSALS: Section = { path: `${DATABASE.path}/proposals`, label: 'Proposals' };
export const ACCOUNTS: Section = { path: `${DATABASE.path}/accounts`, label: 'Chart of accounts' };
export const HEALTH: Section = { path: `${DATABASE.path}/health`, label: 'Health' };

/** In the order of the links on the Database screen. */
export const databaseSections: readonly Section[] = [MAPPINGS, PROPOSALS, ACCOUNTS, HEALTH];

/** Whether `pathname` is the address of `page`, or of a section of it. */
export function isWithin(page: Page, pathname: string): boolean {
  return matchPath({ path: page.path, end: page.path === '/' }, pathname) !== null;
}

/** Whether this person has a use for the page. */
export function isFor({ adminsOnly = false, usersOnly = false }: Page, access: Access): boolean {
  return (!adminsOnly || access === 'admin') && (!usersOnly || access === 'user');
}
