/** A rules text that can't be used: outside the supported language, or wrong. Names the place. */
export class RulesSyntaxError extends Error {
  override readonly name = 'RulesSyntaxError';

  /**
   * @param place `line:column` in a file; in rules as JSON the keys that lead there, for an expression with `:column`
   * @param detail what is wrong, without the place
   */
  constructor(
    readonly place: string,
    readonly detail: string,
  ) {
    super(`${place}: ${detail}`);
  }
}

/** A text being read: a file, or one expression of rules as JSON, to which the keys of `rule` lead. */
export type Source = { readonly text: string; readonly rule?: string };

/** Ends the reading of `source` with an error at `offset`. */
export function refuse(source: Source, offset: number, detail: string): never {
  throw new RulesSyntaxError(placeIn(source, offset), detail);
}

/** Lines and columns count from 1. */
function placeIn({ text, rule }: Source, offset: number): string {
  if (rule !== undefined) return `${rule}:${offset + 1}`;
  const before = text.slice(0, offset);
  return `${before.split('\n').length}:${offset - before.lastIndexOf('\n')}`;
}
