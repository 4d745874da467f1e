/** Error code with which the work failed, e.g. `auth/weak-password`, or `succeeded`. */
export function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'succeeded',
    (error: { code?: string }) => error.code ?? String(error),
  );
}
