/**
 * Why a text would not come back as it was sent, as the end of a sentence about it; null where it would. UTF-8 has no form
 * for half a character, and the Firebase SDK throws when it hashes one.
 */
export function textFault(text: string): string | null {
  return text.isWellFormed() ? null : 'has half a character (a surrogate without its pair)';
}

/** The character that decoders put in the place of bytes that are none. */
const REPLACEMENT = '\ufffd';
const ENCODED_REPLACEMENT = /%EF%BF%BD/gi;

/**
 * Reads `a=1&b=2` (application/x-www-form-urlencoded) as `URLSearchParams` does, without a text that would be read as
 * another one: of bytes that are not UTF-8, or of a name that stands there twice.
 * @throws SyntaxError
 */
export function parseStrictForm(form: string): ReadonlyMap<string, string> {
  const entries = [...new URLSearchParams(form)];
  const repeated = firstRepeated(entries.map(([name]) => name));
  if (repeated !== undefined) throw new SyntaxError(`${repeated} stands twice in the form.`);
  const replaced = entries.reduce((sum, [name, value]) => sum + countReplacements(name + value), 0);
  if (replaced > 0 && replaced !== (form.match(ENCODED_REPLACEMENT)?.length ?? 0))
    throw new SyntaxError('The form is not UTF-8.');
  // A map: to look for each name in the form itself would take time that grows with the square of their number.
  return new Map(entries);
}

/** The first name that stands there a second time, in quotes and shortened; undefined where each stands once. */
export function firstRepeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  const repeated = names.find((name) => seen.size === seen.add(name).size);
  return repeated === undefined ? undefined : JSON.stringify(repeated.slice(0, 100));
}

function countReplacements(text: string): number {
  return text.includes(REPLACEMENT) ? text.split(REPLACEMENT).length - 1 : 0;
}

/**
 * Whether a character was torn where a client cut a text into parts: of a pair of surrogates each half has become the
 * character for what cannot be read.
 */
export function isTorn(parts: readonly string[]): boolean {
  return parts.some(
    (part, index) => part.endsWith(REPLACEMENT) && parts[index + 1]?.startsWith(REPLACEMENT) === true,
  );
}
