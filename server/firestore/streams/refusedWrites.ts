import { unimplemented } from '../status.ts';
import type { Stream, StreamOutput } from './stream.ts';

/** The SDK takes no greeting without one. */
const STREAM_TOKEN = Buffer.from('0').toString('base64');

/**
 * The Write stream, which the app does not use: a greeting, then a refusal by name. Without the greeting the SDK would try again
 * for ever: it gives up a write only when it is refused after that.
 */
export function refuseWrites(output: StreamOutput): Stream {
  let greeted = false;
  return {
    receive() {
      if (greeted) throw unimplemented('The Write stream');
      greeted = true;
      output.send({ streamId: '0', streamToken: STREAM_TOKEN });
    },
    close() {},
  };
}
