import { readFileSync } from 'node:fs';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The lowest bit of the magic number says how checksums read the words: 1 for big-endian. */
const MAGIC = 0x377f0682;

/**
 * What is wrong with the write-ahead log that a server left behind; null for nothing. SQLite itself reads such a log up
 * to the first frame that does not fit its checksum and drops the rest: right for the last transaction, which a crash
 * may have cut short before it was acknowledged, and wrong for all before it.
 *
 * Source: https://sqlite.org/fileformat2.html#walformat
 */
export function faultOfLog(file: string): string | null {
  const log = readFileSync(file);
  if (log.length < HEADER_BYTES) return `its header is cut off`;
  const magic = log.readUInt32BE(0);
  if ((magic & ~1) >>> 0 !== MAGIC) return 'its header is not that of a log';
  const sum = new Checksum(magic % 2 === 1);
  sum.add(log.subarray(0, 24));
  if (!sum.equals(log, 24)) return 'its header does not fit its checksum';

  const frames = readFrames(log);
  const bad = frames.findIndex((frame) => !frame.isCurrent || !sum.addFrame(log, frame.offset, frame.end));
  if (bad === -1) return null;
  const rest = frames.slice(bad);
  const commit = rest.findIndex(({ isCurrent, isCommit }) => isCurrent && isCommit);
  const isFollowed = commit !== -1 && rest.slice(commit + 1).some(({ isCurrent }) => isCurrent);
  return isFollowed ? `frame ${bad + 1} of ${frames.length} does not fit its checksum` : null;
}

type Frame = {
  readonly offset: number;
  readonly end: number;
  /** Written since the log restarted; older ones lie behind the last frame. */
  readonly isCurrent: boolean;
  /** The last one of a transaction. */
  readonly isCommit: boolean;
};

/** The whole frames of a log, those of its former rounds included. */
function readFrames(log: Buffer): Frame[] {
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  const count = Math.floor((log.length - HEADER_BYTES) / frameBytes);
  return Array.from({ length: count }, (_unused, i) => {
    const offset = HEADER_BYTES + i * frameBytes;
    return {
      offset,
      end: offset + frameBytes,
      isCurrent: log.subarray(offset + 8, offset + 16).equals(salts),
      isCommit: log.readUInt32BE(offset + 4) !== 0,
    };
  });
}

/** The checksum that runs through all frames of a log. */
class Checksum {
  readonly #isBigEndian: boolean;
  #first = 0;
  #second = 0;

  constructor(isBigEndian: boolean) {
    this.#isBigEndian = isBigEndian;
  }

  /** @param bytes a multiple of eight */
  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += 8) {
      this.#first = (this.#first + this.#word(bytes, at) + this.#second) >>> 0;
      this.#second = (this.#second + this.#word(bytes, at + 4) + this.#first) >>> 0;
    }
  }

  /** Adds a frame; false when it does not fit the sum that it carries. */
  addFrame(log: Buffer, offset: number, end: number): boolean {
    this.add(log.subarray(offset, offset + 8));
    this.add(log.subarray(offset + FRAME_HEADER_BYTES, end));
    return this.equals(log, offset + 16);
  }

  /** Whether the sum is the one stored at `offset`, which is big-endian always. */
  equals(log: Buffer, offset: number): boolean {
    return log.readUInt32BE(offset) === this.#first && log.readUInt32BE(offset + 4) === this.#second;
  }

  #word(bytes: Buffer, at: number): number {
    return this.#isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
  }
}
