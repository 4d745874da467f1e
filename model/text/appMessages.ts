/** What stands in place of a page, or above it, when something about the app itself is wrong or new. */
export const appMessages = {
  storageBlocked: 'This browser blocks the storage of this website',
  allowStorage:
    'The app needs it (IndexedDB) to load the mappings. Allow cookies and site data for this website in the browser’s settings, or use a window that is not private. Then press Retry.',
  socketsBlocked: 'The network blocks WebSockets',
  notSetUp: 'The website is not set up',
  pageNotLoaded: 'This page could not be loaded',
  reloadPage: (brand: string) =>
    `The connection may be gone, or there is a newer version of ${brand}. Check your connection, then reload.`,
  broken: 'Something went wrong',
  /** The error follows. */
  tellAdmin: 'Reloading usually helps. If it happens again, tell the website admin what you did and this:',
  updated: (brand: string) => `${brand} was updated.`,
} as const;
