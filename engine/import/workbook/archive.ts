import { unzipSync } from 'fflate/browser';
import type { BinaryKind } from '#model/fileReading.ts';

/** A workbook that unpacks to more bytes is refused. */
const MAX_UNPACKED = 250_000_000;
/** So do parts that are packed more than so many times, above a size: sheets are packed 10 to 50 times. */
const MAX_RATIO = 200;
const SMALL_PART = 50_000_000;
/** A name in a message is cut to so many characters. */
const SHOWN = 30;

/** Why a workbook is too large, in words for a message. */
export class WorkbookTooLargeError extends Error {}

export class NotAWorkbookError extends Error {
  readonly looksLike: BinaryKind;

  constructor(looksLike: BinaryKind) {
    super(`Not a workbook: ${looksLike}.`);
    this.looksLike = looksLike;
  }
}

/** The XML parts of a workbook. Each is unpacked when it is asked for, so that only one is there at a time. */
export class Archive {
  readonly #bytes: Uint8Array;
  readonly #names = new Set<string>();

  /** @throws NotAWorkbookError, WorkbookTooLargeError, and what the ZIP library throws for a damaged archive */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    let unpacked = 0;
    unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (!isXml(name) && name !== 'xl/workbook.bin' && name !== 'mimetype') return false;
        if (this.#names.has(name)) throw new Error(`“${name.slice(0, SHOWN)}” is in it twice`);
        this.#names.add(name);
        unpacked += originalSize;
        const isBomb = originalSize > SMALL_PART && originalSize > size * MAX_RATIO;
        if (unpacked > MAX_UNPACKED || isBomb)
          throw new WorkbookTooLargeError(`${Math.round(unpacked / 1e6)} MB unpacked`);
        return false;
      },
    });
    if (![...this.#names].some((name) => name.endsWith('workbook.xml')))
      throw new NotAWorkbookError(this.#kind());
  }

  /** Unpacks a part; empty where there is none. */
  part(path: string): Uint8Array {
    if (!this.#names.has(path)) return new Uint8Array();
    return unzipSync(this.#bytes, { filter: ({ name }) => name === path })[path] ?? new Uint8Array();
  }

  #kind(): BinaryKind {
    if (this.#names.has('xl/workbook.bin')) return 'xls';
    return new TextDecoder().decode(this.part('mimetype')).includes('opendocument') ? 'ods' : 'zip';
  }
}

function isXml(name: string): boolean {
  return /\.(xml|rels)$/.test(name);
}
