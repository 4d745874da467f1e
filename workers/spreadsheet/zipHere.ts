import { type Zippable, zipSync } from 'fflate/browser';

export { strToU8, zipSync } from 'fflate/browser';

/**
 * Stands in for `zip` of the package `fflate` (vite.config.ts), which compresses more than 160 kB in workers made of a
 * string. The app's Content-Security-Policy forbids those, and `fflate` would wait for them without end. The writer of
 * XLSX files has a worker of its own already.
 */
export function zip(files: Zippable, done: (error: null, archive: Uint8Array) => void): void {
  done(null, zipSync(files));
}
