/** Why something failed: the message of what was thrown. */
export function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
