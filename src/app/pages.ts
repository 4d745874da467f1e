import { matchPath } from 'react-router-dom';
import type { Access } from '#model/user.ts';

/** A page of the product, as the top bar and the router know it. */
export type Page = {
  readonly path: `/${string}`;
  readonly label: string;
  /** The shortcut that leads to it. */
  readonly keys: string;
  readonly adminsOnly?: boolean;
  /** For people with access who are no admins: only they have a use for it, and a link to it. */
  readonly usersOnly?: boolean;
};

/** In the order of the top bar and of the list of shortcuts. */
export const pages = [
  { path: '/', label: 'Classifier', keys: 'g c' },
  { path: '/proposals', label: 'My proposals', keys: 'g p', usersOnly: true },
  // The Classifier has the link to it.
  { path: '/unmatched', label: 'Unmatched', keys: 'g m' },
  { path: '/upload', label: 'Upload Data', keys: 'g u', adminsOnly: true },
  { path: '/database', label: 'Database', keys: 'g d', adminsOnly: true },
  { path: '/history', label: 'History', keys: 'g h', adminsOnly: true },
  { path: '/admin', label: 'Admin', keys: 'g a', adminsOnly: true },
] as const satisfies readonly Page[];

/** Pages of their own below the links of the Database screen, in the order of these. */
export const databaseSections = [
  { path: '/database', label: 'Mappings' },
  { path: '/database/proposals', label: 'Proposals' },
  { path: '/database/accounts', label: 'Chart of accounts' },
  { path: '/database/health', label: 'Health' },
] as const;

/** The address of a page, or of a section of one. */
export type Path = (typeof pages | typeof databaseSections)[number]['path'];

/** Whether `pathname` is the address of the page with this path, or of a section of it. */
export function isWithin(path: Path, pathname: string): boolean {
  return matchPath({ path, end: path === '/' }, pathname) !== null;
}

/** Whether this person has a use for the page. */
export function isFor({ adminsOnly = false, usersOnly = false }: Page, access: Access): boolean {
  return (!adminsOnly || access === 'admin') && (!usersOnly || access === 'user');
}
