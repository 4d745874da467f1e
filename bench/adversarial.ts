import type { Mapping, MappingKey } from '#model/mapping.ts';
import { below, type Random, seededRandom } from '../tests/support/random.ts';

/** A list and a text that are slow to match; `scale` 1 is about a million units of text. */
export type Shape = { readonly name: string; readonly mappings: readonly Mapping[]; readonly text: string };

/** Every shape at one scale, for measuring how cost grows. */
export function adversarialShapes(scale: number): Shape[] {
  const random = seededRandom(7);
  const units = Math.round(1_000_000 * scale);
  const secret = letters(random, 1500, 26);
  return [
    shape('repetitive aaaa', runs('a', 5, 800), lines('a'.repeat(500), units)),
    shape('all prefixes and suffixes', affixes(secret), lines(secret, units)),
    shape('near misses', affixes(secret), lines(`${secret.slice(0, 740)}#${secret.slice(741)}`, units)),
    shape('one line of all units', names(random, 10_000), letters(random, units, 26)),
    shape('one line aaaa', runs('a', 5, 800), 'a'.repeat(units)),
    shape('short lines', names(random, 10_000), letters(random, units, 26).replace(/(.{9})./g, '$1\n')),
    shape(
      'shared prefix',
      sharedPrefix(random),
      lines(`transaction fee for account ${letters(random, 40, 10)}`, units),
    ),
    shape('two letters', twoLetters(random), letters(random, units, 2).replace(/(.{99})./g, '$1\n')),
    shape('CJK', cjkNames(random), cjk(random, units).replace(/(.{49})./gu, '$1\n')),
    shape('combining marks', names(random, 10_000), lines('re\u0301sume\u0301 cafe\u0301 payment ', units)),
    shape('runs of spaces', names(random, 10_000), lines(`pay  to   ${letters(random, 40, 26)}  `, units)),
  ];
}

function shape(name: string, keywords: readonly string[], text: string): Shape {
  const distinct = [...new Set(keywords)];
  return {
    name,
    mappings: distinct.map((description, i) => ({ key: `k${i}` as MappingKey, description, glAccount: '1' })),
    text,
  };
}

function lines(line: string, units: number): string {
  return Array.from({ length: Math.ceil(units / (line.length + 1)) }, () => line).join('\n');
}

function runs(unit: string, from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, i) => unit.repeat(from + i));
}

function affixes(text: string): string[] {
  const cuts = Array.from({ length: text.length - 5 }, (_, i) => i + 5);
  return cuts.flatMap((cut) => [text.slice(0, cut), text.slice(cut - 5)]);
}

function names(random: Random, count: number): string[] {
  return Array.from({ length: count }, () => letters(random, 5 + below(random, 20), 26));
}

function sharedPrefix(random: Random): string[] {
  return Array.from({ length: 10_000 }, () => `transaction fee for account ${letters(random, 6, 10)}`);
}

function twoLetters(random: Random): string[] {
  return Array.from({ length: 10_000 }, () => letters(random, 10 + below(random, 20), 2));
}

function cjkNames(random: Random): string[] {
  return Array.from({ length: 10_000 }, () => cjk(random, 5 + below(random, 8)));
}

function cjk(random: Random, length: number): string {
  return text(length, () => 0x4e00 + below(random, 2000));
}

function letters(random: Random, length: number, alphabet: number): string {
  return text(length, () => 97 + below(random, alphabet));
}

function text(length: number, unit: () => number): string {
  const parts: string[] = [];
  for (let at = 0; at < length; at += 8192) {
    parts.push(String.fromCharCode(...Array.from({ length: Math.min(8192, length - at) }, unit)));
  }
  return parts.join('');
}
