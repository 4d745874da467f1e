import { describe, expect, it } from 'vitest';
import { UNITS, writeLine } from '#engine/block.ts';
import { FOLD, learnUnits } from '#engine/fold.ts';
import { BLOCK_START } from '#engine/gramScan.ts';
import { normalise } from '#engine/normalise.ts';
import { traceNormalise } from '#engine/offsets.ts';
import { byStage } from '../support/fullRun.ts';

const CAREFUL = 1 << 31;

/** Folds unit by unit as the engine does, or null where it would not. */
function fold(text: string): string | null {
  learnUnits(text, 0, text.length);
  let folded = '';
  for (let i = 0; i < text.length; i++) {
    const entry = FOLD[text.charCodeAt(i)] ?? CAREFUL;
    if (entry < 0) return null;
    folded += String.fromCharCode(entry & 0xffff);
  }
  return folded;
}

/** Below it everything is tried in every run: all letters with accents, and most of what is composed or folds. */
const DENSE = 0x600;
/** Distance of what is tried above; 97 is prime, so that no block is always hit at the same place. */
const STRIDE = byStage({ usual: 97, full: 1 });

/** All numbers from 0 to `last` that this run tries: all of them in the full run. */
function* tried(last: number): Generator<number> {
  for (let point = 0; point <= last; point += point < DENSE ? 1 : STRIDE) yield point;
}

/** The code points that this run tries, surrogates included. */
function* codePoints(): Generator<string> {
  for (const point of tried(0x10ffff)) yield String.fromCodePoint(point);
}

/** The characters tried for which `holds` is false, by code point; a million calls of expect would take minutes. */
function exceptions(holds: (character: string) => boolean): string[] {
  const found: string[] = [];
  for (const character of codePoints()) {
    if (!holds(character)) found.push(`U+${character.codePointAt(0)?.toString(16)}`);
  }
  return found;
}

/** White space aside, which the engine collapses as it folds. */
function foldsRightly(text: string): boolean {
  const folded = fold(text);
  return folded === null || /\s/u.test(text) || folded === normalise(text);
}

describe('folding unit by unit', () => {
  it('equals normalising, for every character between letters', () => {
    expect(exceptions((character) => foldsRightly(`a${character}b`))).toEqual([]);
  });

  it.each(['Σ', '\u0301', '\u0345', '\u1161', '\u11a8', '\u3099', '\u0334'])(
    'equals normalising, for every character before %j',
    (neighbour) => {
      expect(exceptions((character) => foldsRightly(`x${character}${neighbour}x`))).toEqual([]);
    },
  );

  it('changes nothing that is normalised already', () => {
    const unchanged = (character: string) => {
      const text = normalise(character);
      learnUnits(text, 0, text.length);
      return [...text.split('')].every(
        (unit) => ((FOLD[unit.charCodeAt(0)] ?? 0) & 0xffff) === unit.charCodeAt(0),
      );
    };
    expect(exceptions(unchanged)).toEqual([]);
  });
});

/** What a row becomes in the block that is matched. */
function inBlock(text: string): string {
  const end = writeLine(text, 0, text.length, BLOCK_START);
  return String.fromCharCode(...UNITS.subarray(BLOCK_START, end));
}

describe('writing a row into the block', () => {
  // What is beyond the BMP is never composed there; random texts have it (engine-oracle.test.ts).
  it.each(['e', 'A', 'I', 'ο', 'は', '\u1100', '\u212b', '\u0323', ' ', '😀'])(
    'equals normalising, for every unit behind %j',
    (letter) => {
      const wrong: string[] = [];
      for (const unit of tried(0xffff)) {
        const typed = letter + String.fromCharCode(unit);
        for (const text of [`x${typed}y`, typed, `${typed}\u0301`]) {
          if (inBlock(text) !== normalise(text)) wrong.push(text);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});

describe('tracing a normalised text back', () => {
  it('gives each unit its span, for every character', () => {
    const traced = (character: string) => {
      const typed = `e${character}z`;
      const { text, starts, ends } = traceNormalise(typed);
      return starts.length === text.length && ends.length === text.length && ends.at(-1) === typed.length;
    };
    expect(exceptions(traced)).toEqual([]);
  });
});
