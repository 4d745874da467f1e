import type { AuthContext } from '../../auth/authContext.ts';
import type { DocumentPath } from '../../rules/guard.ts';
import type { Context } from '../context.ts';
import { type Commit, encodeDocument, type StoredDocument } from '../documents/document.ts';
import { FirestoreError, invalid, toFirestoreError } from '../status.ts';
import { isRecord } from '../values/parseValue.ts';
import { formatMicros, type Micros } from '../values/timestamp.ts';
import { parseResumePoint, resumeToken } from './resume.ts';
import type { Stream, StreamOutput } from './stream.ts';
import { Target } from './Target.ts';

/** The SDK has one target per query or document that is listened to. */
const MAX_TARGETS = 1_000;

/** One document's part in a commit, over all targets of the stream. */
type DocumentNews = {
  readonly path: DocumentPath;
  readonly document: StoredDocument | null;
  readonly targetIds: number[];
  readonly removedTargetIds: number[];
};

/** The Listen stream: targets come and go, and each commit that concerns one is told in one snapshot. */
export class ListenStream implements Stream {
  readonly #context: Context;
  readonly #output: StreamOutput;
  readonly #auth: AuthContext;
  readonly #targets = new Map<number, Target>();
  readonly #unsubscribe: () => void;

  constructor(context: Context, output: StreamOutput, auth: AuthContext) {
    this.#context = context;
    this.#output = output;
    this.#auth = auth;
    this.#unsubscribe = context.documents.onCommit((commit) => {
      // A defect here must not reach the writer, whose commit is done.
      try {
        this.#follow(commit);
      } catch (error) {
        output.fail(error);
      }
    });
  }

  receive(message: unknown): void {
    if (!isRecord(message)) throw invalid('A message of the Listen stream must be an object.');
    this.#context.names.checkDatabase(message['database']);
    const { addTarget, removeTarget } = message;
    if (isRecord(addTarget)) this.#add(addTarget);
    else if (typeof removeTarget === 'number') this.#remove(removeTarget);
    else throw invalid('A message of the Listen stream must add or remove a target.');
  }

  settle(): void {}

  close(): void {
    this.#unsubscribe();
    this.#targets.clear();
  }

  #add(input: Record<string, unknown>): void {
    const { targetId } = input;
    if (typeof targetId !== 'number') throw invalid('A target must have an id.');
    try {
      if (this.#targets.size >= MAX_TARGETS) {
        throw new FirestoreError('RESOURCE_EXHAUSTED', `A stream may have at most ${MAX_TARGETS} targets.`);
      }
      const target = new Target(targetId, input, this.#context, this.#auth);
      const result = target.start();
      this.#targets.set(targetId, target);
      this.#sendTargetChange('ADD', { targetIds: [targetId] });
      this.#sendResult(target, result, parseResumePoint(input));
    } catch (error) {
      this.#deny(targetId, error);
      return;
    }
    this.#sendTargetChange('CURRENT', { targetIds: [targetId], ...this.#resumePoint() });
    this.#sendSnapshot();
  }

  #remove(targetId: number): void {
    this.#targets.delete(targetId);
    this.#sendTargetChange('REMOVE', { targetIds: [targetId] });
  }

  /** Ends one target; the others of the stream live on. */
  #deny(targetId: number, error: unknown): void {
    this.#targets.delete(targetId);
    const cause = toFirestoreError(error).toTargetCause();
    this.#sendTargetChange('REMOVE', { targetIds: [targetId], cause });
  }

  /** Everything, or to a client that was here before, what is new since. */
  #sendResult(target: Target, result: readonly StoredDocument[], since: Micros | null): void {
    const targetIds = [target.id];
    const { documents } = this.#context;
    const known = since !== null && since >= documents.horizon && since <= documents.version;
    const isDelta = known && !target.isWindowed;
    if (since !== null && !isDelta) this.#sendTargetChange('RESET', { targetIds });
    for (const document of result) {
      if (!isDelta || document.updated > since) this.#sendDocument(document, targetIds, []);
    }
    if (!isDelta) return;
    this.#sendDeletions(target, since);
    // From the number the client sees whether it holds documents that have left, and if so asks for all.
    this.#output.send({ filter: { targetId: target.id, count: result.length } });
  }

  /** Without these the client would find out about each document that is gone by a listen of its own. */
  #sendDeletions(target: Target, since: Micros): void {
    if (!target.coversScope) return;
    for (const key of this.#context.documents.deletedSince(since)) {
      if (target.hasInScope(key)) this.#sendGone('documentDelete', key.split('/'), [target.id]);
    }
  }

  #follow(commit: Commit): void {
    const news = new Map<string, DocumentNews>();
    let denied = false;
    for (const target of [...this.#targets.values()]) {
      try {
        this.#collectNews(target, commit, news);
      } catch (error) {
        this.#deny(target.id, error);
        denied = true;
      }
    }
    for (const one of news.values()) this.#sendNews(one);
    if (news.size > 0 || denied) this.#sendSnapshot();
  }

  #collectNews(target: Target, commit: Commit, news: Map<string, DocumentNews>): void {
    const { set, removed } = target.follow(commit);
    const newsOf = (key: string, path: DocumentPath): DocumentNews => {
      const one = news.get(key) ?? {
        path,
        document: this.#context.documents.get(path),
        targetIds: [],
        removedTargetIds: [],
      };
      news.set(key, one);
      return one;
    };
    for (const { key, path } of set) newsOf(key, path).targetIds.push(target.id);
    for (const { key, path } of removed) newsOf(key, path).removedTargetIds.push(target.id);
  }

  #sendNews({ path, document, targetIds, removedTargetIds }: DocumentNews): void {
    if (document === null) this.#sendGone('documentDelete', path, removedTargetIds);
    else if (targetIds.length === 0) this.#sendGone('documentRemove', path, removedTargetIds);
    else this.#sendDocument(document, targetIds, removedTargetIds);
  }

  #sendDocument(document: StoredDocument, targetIds: number[], removedTargetIds: number[]): void {
    const encoded = encodeDocument(document, this.#context.names);
    this.#output.send({ documentChange: { document: encoded, targetIds, removedTargetIds } });
  }

  #sendGone(kind: 'documentDelete' | 'documentRemove', path: DocumentPath, removedTargetIds: number[]): void {
    const document = this.#context.names.format(path);
    const { readTime } = this.#resumePoint();
    this.#output.send({ [kind]: { document, readTime, removedTargetIds } });
  }

  /** Only this, a change of no target in particular with a time, makes the client show what came before it. */
  #sendSnapshot(): void {
    this.#sendTargetChange('NO_CHANGE', { targetIds: [], ...this.#resumePoint() });
  }

  #sendTargetChange(targetChangeType: string, change: object): void {
    this.#output.send({ targetChange: { targetChangeType, ...change } });
  }

  #resumePoint(): { readTime: string; resumeToken: string } {
    const { version } = this.#context.documents;
    return { readTime: formatMicros(version), resumeToken: resumeToken(version) };
  }
}
