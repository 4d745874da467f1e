import type { AuthContext } from '../auth/authContext.ts';
import type { DocumentPath, TaggedValue } from '../rules/guard.ts';
import type { Context } from './context.ts';
import type { DocumentStore } from './documents/DocumentStore.ts';
import type { Commit, DocumentChange, StoredDocument } from './documents/document.ts';
import { applyWrite, checkPrecondition, type Write } from './documents/write.ts';
import type { EvaluatedWrite, RulesEvaluator } from './RulesEvaluator.ts';
import { type FirestoreError, permissionDenied } from './status.ts';
import { pathKey } from './values/resourceName.ts';
import { formatMicros, type Micros } from './values/timestamp.ts';

/** Answer to a commit as the protocol writes it. */
export type CommitResult = {
  readonly commitTime: string;
  readonly writeResults: readonly { updateTime?: string; transformResults?: readonly TaggedValue[] }[];
};

/** What the writes of one commit would do; nothing is stored yet. */
type Plan = {
  readonly steps: readonly (EvaluatedWrite & { readonly write: Write })[];
  readonly changes: ReadonlyMap<string, DocumentChange>;
  readonly results: CommitResult['writeResults'];
  /** The first precondition that does not hold. */
  readonly unmet: { readonly path: DocumentPath; readonly error: FirestoreError } | null;
};

/** Hears what became of a commit: either of the two, once. */
export type Settled = {
  done(result: CommitResult): void;
  /** @param error a FirestoreError where it was foreseen */
  failed(error: unknown): void;
};

/**
 * Carries out all writes or none, when their turn has come. Each is judged by the rules with the document as the
 * writes before it in the same commit left it.
 */
export function commitWrites(
  { documents, judge }: Pick<Context, 'documents' | 'judge'>,
  auth: AuthContext,
  writes: readonly Write[],
  settled: Settled,
): void {
  let result: CommitResult;
  const plan = (): Commit => {
    const version = documents.nextVersion();
    const planned = planWrites(documents, writes, version);
    judgePlan(documents, judge, auth, planned, version);
    result = { commitTime: formatMicros(version), writeResults: planned.results };
    return { version, by: auth, changes: [...planned.changes.values()] };
  };
  documents.commitTogether(plan, { done: () => settled.done(result), failed: settled.failed });
}

/** Carries out writes of the server's own; no rule is asked. */
export function commitTrusted(documents: DocumentStore, writes: readonly Write[]): void {
  const version = documents.nextVersion();
  const plan = planWrites(documents, writes, version);
  if (plan.unmet) throw plan.unmet.error;
  documents.commit({ version, by: 'trusted', changes: [...plan.changes.values()] });
}

function planWrites(documents: DocumentStore, writes: readonly Write[], version: Micros): Plan {
  const changes = new Map<string, DocumentChange>();
  const steps: Plan['steps'][number][] = [];
  const results: CommitResult['writeResults'][number][] = [];
  let unmet: Plan['unmet'] = null;
  for (const write of writes) {
    const key = pathKey(write.path);
    const earlier = changes.get(key);
    const before = earlier ? earlier.after : documents.get(write.path);
    const error = checkPrecondition(write, before);
    if (error && !unmet) unmet = { path: write.path, error };
    const { after, transformResults } = applyWrite(write, before, version);
    steps.push({ write, path: write.path, before, after });
    results.push(resultOf(write, transformResults, version));
    if (write.kind === 'verify' || (after === null && before === null)) continue;
    changes.set(key, { path: write.path, key, before: earlier ? earlier.before : before, after });
  }
  return { steps, changes, results, unmet };
}

function resultOf(write: Write, transformResults: readonly TaggedValue[], version: Micros) {
  if (write.kind !== 'update') return {};
  const updateTime = formatMicros(version);
  return transformResults.length > 0 ? { updateTime, transformResults } : { updateTime };
}

function judgePlan(
  documents: DocumentStore,
  judge: RulesEvaluator,
  auth: AuthContext,
  plan: Plan,
  version: Micros,
): void {
  // Whoever may read the document may know why its write fails; others must not learn whether it exists.
  if (plan.unmet && judge.get(auth, plan.unmet.path).allowed) throw plan.unmet.error;
  const afterCommit = (path: DocumentPath) => {
    const change = plan.changes.get(pathKey(path));
    const document: StoredDocument | null = change ? change.after : documents.get(path);
    return document?.fields ?? null;
  };
  const verified = plan.steps.filter(({ write }) => write.kind === 'verify');
  const written = plan.steps.filter(({ write }) => write.kind !== 'verify');
  const allowed =
    verified.every(({ path }) => judge.get(auth, path).allowed) &&
    judge.writes(auth, written, version, afterCommit);
  if (!allowed) throw permissionDenied();
  if (plan.unmet) throw plan.unmet.error;
}
