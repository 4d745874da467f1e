import { detailOf } from '#model/detailOf.ts';
import { StartError } from '../StartError.ts';
import { LossyJson, parseStrictJson } from '../scalars/strictJson.ts';

/**
 * The JSON of a file that Firebase's tools have written.
 * @param otherwise what to say of a file that is no JSON, given the parser's words
 * @throws StartError, also for a member or a figure that would be lost
 */
export function parseExported(text: string, file: string, otherwise: (detail: string) => string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const reason =
      error instanceof LossyJson ? `${file}: ${error.message} Correct it there.` : otherwise(detailOf(error));
    throw new StartError('settings', reason);
  }
}
