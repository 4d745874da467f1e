import type { AuthContext } from '../../auth/authContext.ts';
import type { QuotaClient } from '../../quota/QuotaClient.ts';
import type { Credentials } from '../Credentials.ts';
import { invalid, toFirestoreError } from '../status.ts';
import type { Channel, ChannelHandler } from '../webchannel/ChannelSession.ts';

/** What a stream may do to its client. */
export type StreamOutput = {
  send(message: object): void;
  /** Ends the stream with a refusal. */
  fail(error: unknown): void;
  /** The client's part of the unprivileged quota. */
  readonly client: QuotaClient;
};

/** The protocol of one stream. What it throws ends the stream. */
export type Stream = {
  receive(message: unknown): void;
  close(): void;
};

/**
 * Runs a stream on a channel: checks the credentials at each message and keep-alive, ends with their session, and turns
 * what goes wrong into the stream's last message.
 *
 * @param identify throws UNAUTHENTICATED
 */
export function runStream(
  channel: Channel,
  identify: () => Credentials,
  open: (output: StreamOutput, auth: AuthContext) => Stream,
): ChannelHandler {
  let credentials: Credentials | null = null;
  let stream: Stream | null = null;
  let stopFollowingSession = () => {};
  const close = () => {
    stopFollowingSession();
    stream?.close();
    stream = null;
  };
  const fail = (error: unknown) => {
    channel.finish(toFirestoreError(error).toBody());
    close();
  };
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      fail(error);
    }
  };
  attempt(() => {
    credentials = identify();
    stopFollowingSession = credentials.onSessionEnd(fail);
    stream = open(
      { send: (message) => channel.send(message), fail, client: channel.client },
      credentials.auth,
    );
  });
  return {
    receive: (message) =>
      attempt(() => {
        credentials?.check();
        stream?.receive(message);
      }),
    refuse: (reason) => fail(invalid(reason)),
    tick: () => attempt(() => credentials?.check()),
    close,
  };
}
