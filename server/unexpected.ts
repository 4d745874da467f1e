/**
 * One line about an error that nobody has foreseen. It has no part of the error's message, which may quote what is
 * stored: Node's own report of a text that is no JSON prints the whole text.
 */
export function unexpected(error: unknown): string {
  if (!(error instanceof Error)) return 'The program failed for a reason that it does not know.';
  const code = 'code' in error ? ` ${String(error.code)}` : '';
  const [place = 'an unknown place'] = /^ {4}at .*$/m.exec(error.stack ?? '') ?? [];
  return `The program failed by a defect of its own (${error.name}${code} ${place.trim()}): please report this line.`;
}
