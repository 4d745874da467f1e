import { RE2JS, RE2JSException } from 're2js';

/** A regular expression that takes time linear in the text, whatever the pattern (RE2 syntax). */
export type LinearRegex = RE2JS;

/** Compiles `pattern`. Returns a text that describes the error when the pattern is malformed. */
export function compileRegex(pattern: string, ignoreCase = false): LinearRegex | string {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}
