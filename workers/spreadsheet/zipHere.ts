import { type Zippable, zipSync } from 'fflate/browser';

export { strFromU8, strToU8, zipSync } from 'fflate/browser';

/**
 * Stands in for `zip` of the package `fflate` (vite.config.ts), which works on larger files in workers made of a string. The
 * app's Content-Security-Policy forbids those, and `fflate` would wait for them without end. The writer of XLSX files is in a
 * worker already.
 */
export function zip(files: Zippable, done: (error: null, archive: Uint8Array) => void): void {
  done(null, zipSync(files));
}
