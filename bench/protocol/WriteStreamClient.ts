import { STREAM_GREETING } from './firestoreClient.ts';
import { type BackChannelReader, openSession, type RawSession } from './webchannelClient.ts';

/** Commits over Firestore's Write stream, one at a time. */
export class WriteStreamClient {
  private readonly session: RawSession;
  private readonly answers: BackChannelReader;
  private offset = 1;
  private streamToken: unknown;

  private constructor(session: RawSession) {
    this.session = session;
    this.answers = session.listen(0);
  }

  static async open(origin: string, idToken: string): Promise<WriteStreamClient> {
    const url = `${origin}/google.firestore.v1.Firestore/Write/channel`;
    const client = new WriteStreamClient(
      await openSession(url, [STREAM_GREETING], `Authorization:Bearer ${idToken}\r\n`),
    );
    client.streamToken = (await client.next())['streamToken'];
    return client;
  }

  /** Carries out all writes or none. Rejects when they are refused or the connection breaks off. */
  async commit(writes: readonly object[]): Promise<void> {
    await this.session.forward(this.offset, [{ streamToken: this.streamToken, writes }]);
    this.offset += 1;
    const answer = await this.next();
    if (answer['commitTime'] === undefined)
      throw new Error(`The commit was refused: ${JSON.stringify(answer)}`);
  }

  close(): Promise<void> {
    return this.answers.cancel();
  }

  private async next(): Promise<Record<string, unknown>> {
    for (;;) {
      const array = await this.answers.next();
      if (array === null) throw new Error('The stream ended.');
      const [message] = array[1];
      if (typeof message === 'object' && message !== null) return message as Record<string, unknown>;
    }
  }
}
