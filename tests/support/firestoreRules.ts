import type { FirestoreRequest, FirestoreRules } from '#server/rules/rules.ts';

/**
 * Rules for tests, by the first collection of the path:
 * - `public`: everyone, everything.
 * - `denied`: no reads and no writes, for all users.
 * - `gated`: who has `access/<uid>` with `allow: true`.
 * - `notes`: signed in; a document with `secret: true` can be neither read nor written.
 * - all others: signed in.
 */
export const testRules: FirestoreRules = {
  evaluate(request) {
    const reads = new Set<string>();
    return { allowed: isAllowed(request, reads), reads };
  },
};

function isAllowed(request: FirestoreRequest, reads: Set<string>): boolean {
  const { auth, path, resource, after } = request;
  if (path[0] === 'public') return true;
  if (path[0] === 'denied' || auth === null) return false;
  if (path[0] === 'notes') return !isTrue(resource?.['secret']) && !isTrue(after?.['secret']);
  if (path[0] !== 'gated') return true;
  reads.add(`access/${auth.uid}`);
  return isTrue(request.before(['access', auth.uid])?.['allow']);
}

function isTrue(value: { readonly [tag: string]: unknown } | undefined): boolean {
  return value?.['booleanValue'] === true;
}
