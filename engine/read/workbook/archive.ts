import { unzipSync } from 'fflate/browser';
import type { BinaryKind } from '#model/fileReading.ts';
import { type ReadBudget, TooLargeError } from '../ReadBudget.ts';

/** Parts are refused that are packed more than so many times, above a size: sheets are packed 10 to 50 times. */
const MAX_RATIO = 200;
const SMALL_PART = 50_000_000;
/** A name in a message is cut to so many characters. */
const SHOWN = 30;

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
  #entries = 0;
  readonly #budget: ReadBudget;

  /** @throws NotAWorkbookError, TooLargeError, and what the ZIP library throws for a damaged archive */
  constructor(bytes: Uint8Array, budget: ReadBudget) {
    this.#bytes = bytes;
    this.#budget = budget;
    unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        this.#entries++;
        budget.take('entries', 1);
        if (!isXml(name) && name !== 'xl/workbook.bin' && name !== 'mimetype') return false;
        if (this.#names.has(name)) throw new Error(`“${name.slice(0, SHOWN)}” is in it twice`);
        this.#names.add(name);
        const words = `${Math.round((budget.taken('unpacked') + originalSize) / 1e6)} MB unpacked`;
        budget.take('unpacked', originalSize, words);
        if (originalSize > SMALL_PART && originalSize > size * MAX_RATIO) throw new TooLargeError(words);
        return false;
      },
    });
    if (![...this.#names].some((name) => name.endsWith('workbook.xml')))
      throw new NotAWorkbookError(this.#kind());
  }

  /** Unpacks a part; empty where there is none. */
  part(path: string): Uint8Array {
    if (!this.#names.has(path)) return new Uint8Array();
    this.#budget.take('entries', this.#entries);
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
