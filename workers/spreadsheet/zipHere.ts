import { type UnzipFileFilter, type Unzipped, unzipSync, type Zippable, zipSync } from 'fflate/browser';

export { strFromU8, strToU8, zipSync } from 'fflate/browser';

/**
 * Stand in for `zip` and `unzip` of the package `fflate` (vite.config.ts), which work on larger files in workers made of a
 * string. The app's Content-Security-Policy forbids those, and `fflate` would wait for them without end. The writer and
 * the reader of XLSX files are in a worker already.
 */
export function zip(files: Zippable, done: (error: null, archive: Uint8Array) => void): void {
  done(null, zipSync(files));
}

type UnzipOptions = { filter?: UnzipFileFilter };
type Unzipping = (error: unknown, files: Unzipped | null) => void;

/** As with the package, the options may be left out. */
export function unzip(archive: Uint8Array, ...args: [Unzipping] | [UnzipOptions, Unzipping]): void {
  const [options, done] = args.length === 1 ? [{}, args[0]] : args;
  let files: Unzipped;
  try {
    files = unzipSync(archive, options);
  } catch (error) {
    done(error, null);
    return;
  }
  done(null, files);
}
