import type { AuthContext } from '../../auth/authContext.ts';
import { type Context, checkNumber, commitWrites } from '../commit.ts';
import { parseWrite } from '../documents/writes.ts';
import { readRecord } from '../readMessage.ts';
import { FirestoreError, invalid } from '../status.ts';
import type { ResourceNames } from '../values/names.ts';
import type { Stream, StreamOutput } from './stream.ts';

/** The protocol requires a token that the client sends back; the server does not use it. */
const STREAM_TOKEN = Buffer.from('0').toString('base64');

/** The Write stream: a greeting, then commits, answered in order. The first that fails ends it. */
export function openWriteStream(context: Context, output: StreamOutput, auth: AuthContext): Stream {
  const { documents, names } = context;
  let greeted = false;
  /** Why no write is taken. The client gives up a write only when it is refused after the greeting. */
  let refusal: unknown = null;
  let isBusy = false;
  let hasFailed = false;
  return {
    receive(message) {
      if (!greeted) {
        refusal = refusalOfGreeting(message, names);
        greeted = true;
        output.send({ streamId: '0', streamToken: STREAM_TOKEN });
        return;
      }
      if (refusal !== null) throw refusal;
      const { writes } = readRecord(message, 'A message of the Write stream', ['streamToken', 'writes']);
      if (!Array.isArray(writes)) throw invalid('A message of the Write stream must have writes.');
      checkNumber(writes, 'The writes of a commit');
      const parsed = writes.map((write) => parseWrite(write, names));
      // One commit at a time: after a failed one the client sends the rest again on a new stream.
      if (isBusy) documents.settle();
      if (hasFailed) return;
      isBusy = true;
      commitWrites(
        context,
        { auth, writes: parsed, client: output.client },
        {
          done: (result) => {
            isBusy = false;
            output.send({ streamToken: STREAM_TOKEN, ...result });
          },
          failed: (error) => {
            hasFailed = true;
            output.fail(error);
          },
        },
      );
    },
    settle() {
      if (isBusy) documents.settle();
    },
    close() {},
  };
}

function refusalOfGreeting(message: unknown, names: ResourceNames): FirestoreError | null {
  try {
    names.checkDatabase(readRecord(message, 'The greeting of the Write stream', ['database'])['database']);
    return null;
  } catch (error) {
    if (error instanceof FirestoreError) return error;
    throw error;
  }
}
