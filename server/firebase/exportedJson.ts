import { detailOf } from '#model/detailOf.ts';
import { onOneLine } from '#model/hiddenCharacters.ts';
import { StartError } from '../StartError.ts';
import { LossyJson, parseStrictJson } from '../scalars/strictJson.ts';

/**
 * The JSON of a file that Firebase's tools have written.
 * @param otherwise what to say of a file that is no JSON, given the parser's words
 * @throws StartError, also for a member or a figure that would be lost, and for an error in the place of an answer
 */
export function parseExported(text: string, file: string, otherwise: (detail: string) => string): unknown {
  try {
    const content = parseStrictJson(text);
    const error = errorIn(content);
    if (error === null) return content;
    throw fileFault(`${file} holds no data but an error that Google has answered: ${error}. Ask again.`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fileFault(
      error instanceof LossyJson ? `${file}: ${error.message} Correct it there.` : otherwise(detailOf(error)),
    );
  }
}

/** What is wrong with a file, on one line whatever is quoted of it. */
export function fileFault(message: string): StartError {
  return new StartError('settings', onOneLine(message));
}

/** Tokens and keys, by which whoever reads a message could ask on. */
const CREDENTIALS =
  /ya29\.\S+|AIza[\w-]+|eyJ[\w.-]+|1\/\/[\w-]+|((?:bearer|token|key|secret)["']?[ :=]+["']?)[\w.~+/=-]{16,}/gi;

/**
 * Code, status and message of an error of Google's services (https://cloud.google.com/apis/design/errors#http_mapping), of
 * which streams make a list, or the text of the Realtime Database's; null: it is none.
 */
function errorIn(content: unknown): string | null {
  const holder: unknown = Array.isArray(content) ? content[0] : content;
  if (typeof holder !== 'object' || holder === null || !('error' in holder)) return null;
  const { error, error_description } = holder as Readonly<Record<string, unknown>>;
  const { code, status, message } = Object(error) as Readonly<Record<string, unknown>>;
  const words = [code, status, message ?? error, error_description].filter((word) => word !== undefined);
  return words.join(' ').replace(CREDENTIALS, '$1…').slice(0, 500);
}
