import { type Mapping, type MappingKey, mappingKey } from '#model/mapping.ts';

type ListShape = { readonly size: number; readonly accounts: number; readonly words?: number };

/**
 * A list of descriptions made of `words` and of a few recurring phrases, so that phrases are common; with and without
 * spaces, some in lower case or with an unusable account. Keys are unique, as in the database.
 */
export function randomList(random: () => number, words: readonly string[], shape: ListShape): Mapping[] {
  const recurring = Array.from({ length: 3 }, () => randomText(random, words, shape.words ?? 6));
  const list = new Map<MappingKey, Mapping>();
  for (let i = 0; i < shape.size; i++) {
    const description = randomDescription(random, words, recurring);
    const glAccount = random() < 0.02 ? 'Unknown' : `K${Math.floor(random() ** 2 * shape.accounts)}`;
    const key = mappingKey(description);
    if (key !== '') list.set(key, { key, description, glAccount });
  }
  return [...list.values()];
}

function randomDescription(
  random: () => number,
  words: readonly string[],
  recurring: readonly string[],
): string {
  const gap = () => (random() < 0.8 ? ' ' : '');
  const middle = random() < 0.8 ? (recurring[Math.floor(random() * recurring.length)] as string) : '';
  const text = [randomText(random, words, 2), gap(), middle, gap(), randomText(random, words, 3)].join('');
  return random() < 0.2 ? text.toLowerCase() : text;
}

function randomText(random: () => number, words: readonly string[], most: number): string {
  const count = 1 + Math.floor(random() * most);
  let text = '';
  for (let i = 0; i < count; i++) {
    text += (random() < 0.75 ? ' ' : '') + (words[Math.floor(random() * words.length)] as string);
  }
  return text.trimStart();
}
