/**
 * Stands in for the package `re2js` in the browser (vite.config.ts). Firestore brings it, 150 kB, to run the regular
 * expressions of pipeline queries over cached documents; this app makes no such query.
 */
export const RE2JS = {
  compile(expression: string): never {
    throw new Error(`Regular expressions in queries are left out of this app: ${expression}`);
  },
};
