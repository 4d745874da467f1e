import type { AuthContext } from '../auth/authContext.ts';
import type { QuotaClient } from '../quota/QuotaClient.ts';
import type { DocumentPath, TaggedValue } from '../rules/rules.ts';
import type { DocumentStore } from './documents/DocumentStore.ts';
import type { Commit, DocumentChange, StoredDocument } from './documents/document.ts';
import { applyWrite, checkPrecondition, type Write } from './documents/writes.ts';
import type { EvaluatedWrite, RulesEvaluator } from './RulesEvaluator.ts';
import { type FirestoreError, invalid, permissionDenied } from './status.ts';
import { pathKey, type ResourceNames } from './values/names.ts';
import { formatMicros, type Micros } from './values/timestamps.ts';

/** What every request is answered with. */
export type Context = {
  readonly documents: DocumentStore;
  readonly evaluator: RulesEvaluator;
  readonly names: ResourceNames;
};

/** Answer to a commit as the protocol writes it. */
export type CommitResult = {
  readonly commitTime: string;
  readonly writeResults: readonly { updateTime?: string; transformResults?: readonly TaggedValue[] }[];
};

/** Writes of one commit, documents of one read: the limit of the hosted service for writes. */
const MAX_AT_ONCE = 500;

/** Checks the number of writes or documents of a request before anything is done for them. Throws INVALID_ARGUMENT. */
export function checkNumber(list: readonly unknown[], what: string): void {
  if (list.length > MAX_AT_ONCE)
    throw invalid(`${what} may have at most ${MAX_AT_ONCE}, not ${list.length}.`);
}

/** What the writes of one commit would do; nothing is stored yet. */
type Plan = {
  readonly steps: readonly (EvaluatedWrite & { readonly write: Write })[];
  readonly changes: ReadonlyMap<string, DocumentChange>;
  readonly results: CommitResult['writeResults'];
  /** The first precondition that does not hold. */
  readonly unmet: { readonly path: DocumentPath; readonly error: FirestoreError } | null;
};

/** Called with the outcome of a commit: one of the two, once. */
type Settled = {
  done(result: CommitResult): void;
  /** @param error a FirestoreError where it was foreseen */
  failed(error: unknown): void;
};

type CommitRequest = {
  readonly auth: AuthContext;
  readonly writes: readonly Write[];
  /** The client's part of the unprivileged quota. */
  readonly client: QuotaClient;
};

/**
 * Carries out all writes or none, when their turn has come. The rules are evaluated for each, with the document as the
 * writes before it in the same commit left it.
 */
export function commitWrites(
  { documents, evaluator }: Pick<Context, 'documents' | 'evaluator'>,
  { auth, writes, client }: CommitRequest,
  settled: Settled,
): void {
  let result: CommitResult;
  const plan = (): Commit => {
    const version = documents.nextVersion();
    const planned = planWrites(documents, writes, version);
    evaluatePlan(evaluator, auth, planned, version);
    result = { commitTime: formatMicros(version), writeResults: planned.results };
    return { version, by: auth, changes: [...planned.changes.values()] };
  };
  documents.commitTogether(() => client.measure(plan), {
    done: () => settled.done(result),
    failed: settled.failed,
  });
}

/** Carries out writes of the server's own, to which no rule applies. */
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
  const deleted = new Set<string>();
  let unmet: Plan['unmet'] = null;
  for (const write of writes) {
    const key = pathKey(write.path);
    const earlier = changes.get(key);
    const before = earlier ? earlier.after : documents.get(write.path);
    const error = refusalOf(write, before, deleted);
    if (error && !unmet) unmet = { path: write.path, error };
    const { after, transformResults } = applyWrite(write, before, version);
    steps.push({ write, path: write.path, before, after });
    results.push(resultOf(write, after, transformResults));
    if (after === before) continue;
    changes.set(key, { path: write.path, key, before: earlier ? earlier.before : before, after });
  }
  return { steps, changes, results, unmet };
}

/**
 * Why the write's precondition is not met; null when it is. The hosted service calls it an invalid argument when one
 * commit deletes a document and then updates it.
 * @param deleted keys of the documents that the writes before this one have deleted; kept up to date here
 */
function refusalOf(write: Write, before: StoredDocument | null, deleted: Set<string>): FirestoreError | null {
  const key = pathKey(write.path);
  const isUpdateOfDeleted = write.kind === 'update' && write.exists === true && deleted.has(key);
  if (write.kind === 'delete') deleted.add(key);
  else deleted.delete(key);
  return isUpdateOfDeleted
    ? invalid(`Document ${key} cannot be updated after its deletion in the same commit.`)
    : checkPrecondition(write, before);
}

function resultOf(write: Write, after: StoredDocument | null, transformResults: readonly TaggedValue[]) {
  if (write.kind !== 'update' || after === null) return {};
  const updateTime = formatMicros(after.updated);
  return transformResults.length > 0 ? { updateTime, transformResults } : { updateTime };
}

function evaluatePlan(evaluator: RulesEvaluator, auth: AuthContext, plan: Plan, version: Micros): void {
  // Only a client that may read the document receives the reason: the reason shows whether the document exists.
  if (plan.unmet && evaluator.get(auth, plan.unmet.path).allowed) throw plan.unmet.error;
  if (!evaluator.writes(auth, plan.steps, version)) throw permissionDenied();
  if (plan.unmet) throw plan.unmet.error;
}
