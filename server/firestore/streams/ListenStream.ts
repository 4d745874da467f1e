import type { AuthContext } from '../../auth/authContext.ts';
import { UNPRIVILEGED_SIZES } from '../../quota/limits.ts';
import type { DocumentPath } from '../../rules/rules.ts';
import { isRecord } from '../../scalars/strictJson.ts';
import type { Context } from '../commit.ts';
import { type Commit, encodeDocument, type StoredDocument } from '../documents/document.ts';
import { readInt, readRecord } from '../readMessage.ts';
import { FirestoreError, invalid, toFirestoreError } from '../status.ts';
import { formatMicros, type Micros } from '../values/timestamps.ts';
import type { Stream, StreamOutput } from './stream.ts';
import { Target } from './Target.ts';

/** The SDK has one target per query or document that is listened to. */
const MAX_TARGETS = 1_000;

const MESSAGE = 'A message of the Listen stream';

/** One document's part in a commit, over all targets of the stream. */
type DocumentUpdate = {
  readonly path: DocumentPath;
  readonly document: StoredDocument | null;
  readonly targetIds: number[];
  readonly removedTargetIds: number[];
};

/** The Listen stream: targets are added and removed, and each commit that concerns a target is sent as one snapshot. */
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
    if (isRecord(message) && message['addTarget'] !== undefined) this.#add(message, message['addTarget']);
    else this.#remove(message);
  }

  close(): void {
    this.#unsubscribe();
    this.#targets.clear();
  }

  /** What is wrong with a message that has a target id ends that target only, and so reaches the listener. */
  #add(message: unknown, input: unknown): void {
    if (!isRecord(input)) throw invalid('A target must be an object.');
    const targetId = readTargetId(input['targetId']);
    if (this.#targets.has(targetId)) throw invalid(`The stream has a target ${targetId} already.`);
    try {
      const members = readRecord(message, MESSAGE, ['database', 'addTarget', 'labels']);
      this.#context.names.checkDatabase(members['database']);
      checkLabels(members['labels']);
      const maxTargets = this.#output.client.isUnprivileged ? UNPRIVILEGED_SIZES.listens : MAX_TARGETS;
      if (this.#targets.size >= maxTargets) {
        throw new FirestoreError('RESOURCE_EXHAUSTED', `A stream may have at most ${maxTargets} targets.`);
      }
      const target = new Target(targetId, input, this.#context, this.#auth);
      const result = target.start();
      this.#targets.set(targetId, target);
      const targetIds = [targetId];
      this.#sendTargetChange('ADD', { targetIds });
      // A client that was here before starts over: what it holds may have left the result since.
      if (target.isResumed) this.#sendTargetChange('RESET', { targetIds });
      for (const document of result) this.#sendDocument(document, targetIds, []);
    } catch (error) {
      this.#deny(targetId, error);
      return;
    }
    this.#sendTargetChange('CURRENT', { targetIds: [targetId], ...this.#resumePoint() });
    this.#sendSnapshot();
  }

  #remove(message: unknown): void {
    const { database, removeTarget } = readRecord(message, MESSAGE, ['database', 'removeTarget']);
    this.#context.names.checkDatabase(database);
    const targetId = readTargetId(removeTarget);
    this.#targets.delete(targetId);
    this.#sendTargetChange('REMOVE', { targetIds: [targetId] });
  }

  /** Ends one target; the others of the stream live on. */
  #deny(targetId: number, error: unknown): void {
    this.#targets.delete(targetId);
    const cause = toFirestoreError(error).toTargetCause();
    this.#sendTargetChange('REMOVE', { targetIds: [targetId], cause });
  }

  #follow(commit: Commit): void {
    const updates = new Map<string, DocumentUpdate>();
    let denied = false;
    for (const target of [...this.#targets.values()]) {
      try {
        this.#collectUpdates(target, commit, updates);
      } catch (error) {
        this.#deny(target.id, error);
        denied = true;
      }
    }
    for (const one of updates.values()) this.#sendUpdate(one);
    if (updates.size > 0 || denied) this.#sendSnapshot();
  }

  #collectUpdates(target: Target, commit: Commit, updates: Map<string, DocumentUpdate>): void {
    const { set, removed } = target.follow(commit);
    const updateOf = (key: string, path: DocumentPath): DocumentUpdate => {
      const one = updates.get(key) ?? {
        path,
        document: this.#context.documents.get(path),
        targetIds: [],
        removedTargetIds: [],
      };
      updates.set(key, one);
      return one;
    };
    for (const { key, path } of set) updateOf(key, path).targetIds.push(target.id);
    for (const { key, path } of removed) updateOf(key, path).removedTargetIds.push(target.id);
  }

  #sendUpdate({ path, document, targetIds, removedTargetIds }: DocumentUpdate): void {
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

  /** The client shows what came before only at a change without targets that has a time. */
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

/** Of 0 the protocol makes a number that the server chooses, which no client of ours asks for. */
function readTargetId(input: unknown): number {
  return readInt(input, 'The id of a target', 1);
}

/** The SDK sends the reason of a listen as a label; the server does not use it. */
function checkLabels(input: unknown): void {
  if (input === undefined) return;
  const { 'goog-listen-tags': reason = '' } = readRecord(input, 'The labels of a target', [
    'goog-listen-tags',
  ]);
  if (typeof reason !== 'string') throw invalid('The label of a target must be a text.');
}

/** A client stores this and sends it when it comes back: by its being there the server knows that it was here. */
function resumeToken(version: Micros): string {
  return Buffer.from(String(version)).toString('base64');
}
