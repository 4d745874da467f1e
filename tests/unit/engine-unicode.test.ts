import { describe, expect, it } from 'vitest';
import {
  BLOCK_START,
  FOLD,
  learnUnits,
  normalise,
  traceNormalise,
  UNITS,
  writeLine,
} from '#engine/normalise.ts';
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

/** Every run tries all code points below this: all accented letters, and most characters that compose or fold. */
const DENSE = 0x600;
/** Distance of the code points tried above; 97 is prime, so that blocks are hit at different places. */
const STEP = byStage({ usual: 97, full: 1 });

/** All numbers from 0 to `last` that this run tries: all of them in the full run. */
function* tried(last: number): Generator<number> {
  for (let point = 0; point <= last; point += point < DENSE ? 1 : STEP) yield point;
}

/** The code points that this run tries, surrogates included. */
function* codePoints(): Generator<string> {
  for (const point of tried(0x10ffff)) yield String.fromCodePoint(point);
}

/** The characters tried for which `holds` is false, by code point. A million calls of `expect` would take minutes. */
function exceptions(holds: (character: string) => boolean): string[] {
  const found: string[] = [];
  for (const character of codePoints()) {
    if (!holds(character)) found.push(`U+${character.codePointAt(0)?.toString(16)}`);
  }
  return found;
}

/** Texts with white space are left out: the engine collapses it while it folds. */
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

/** A row as it is written into the block. */
function inBlock(text: string): string {
  const end = writeLine(text, 0, text.length, BLOCK_START);
  return String.fromCharCode(...UNITS.subarray(BLOCK_START, end));
}

describe('writing a row into the block', () => {
  // Characters beyond the BMP are never composed in the block; random texts have them (engine-oracle.test.ts).
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

it('tracing a normalised text back gives each unit its span, for every character', () => {
  const traced = (character: string) => {
    const typed = `e${character}z`;
    const { text, starts, ends } = traceNormalise(typed);
    return starts.length === text.length && ends.length === text.length && ends.at(-1) === typed.length;
  };
  expect(exceptions(traced)).toEqual([]);
});
