import type { AuthContext } from '../../auth/authContext.ts';
import { commitWrites } from '../commit.ts';
import type { Context } from '../context.ts';
import { parseWrite } from '../documents/write.ts';
import { invalid } from '../status.ts';
import { isRecord } from '../values/parseValue.ts';
import type { Stream, StreamOutput } from './stream.ts';

/** The protocol wants one to come back and be echoed; nothing here depends on it. */
const STREAM_TOKEN = Buffer.from('0').toString('base64');

/** The Write stream: a greeting, then commits, answered in order. The first that fails ends it. */
export function openWriteStream(context: Context, output: StreamOutput, auth: AuthContext): Stream {
  const { documents, names } = context;
  let greeted = false;
  let isBusy = false;
  let hasFailed = false;
  return {
    receive(message) {
      if (!isRecord(message)) throw invalid('A message of the Write stream must be an object.');
      if (!greeted) {
        names.checkDatabase(message['database']);
        greeted = true;
        output.send({ streamId: '0', streamToken: STREAM_TOKEN });
        return;
      }
      const { writes } = message;
      if (!Array.isArray(writes)) throw invalid('A message of the Write stream must have writes.');
      const parsed = writes.map((write) => parseWrite(write, names));
      // One at a time: those behind one that fails the client sends again on a new stream.
      if (isBusy) documents.settle();
      if (hasFailed) return;
      isBusy = true;
      commitWrites(context, auth, parsed, {
        done: (result) => {
          isBusy = false;
          output.send({ streamToken: STREAM_TOKEN, ...result });
        },
        failed: (error) => {
          hasFailed = true;
          output.fail(error);
        },
      });
    },
    settle() {
      if (isBusy) documents.settle();
    },
    close() {},
  };
}
