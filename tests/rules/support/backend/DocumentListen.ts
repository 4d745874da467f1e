import { type BackChannelReader, openSession, type RawSession } from '#bench/protocol/webchannelClient.ts';

export type Verdict = 'allowed' | 'refused';

/** Where a Firestore is, and who asks: the value of `Authorization`, null when signed out. */
export type DocumentSite = {
  readonly origin: string;
  readonly projectId: string;
  readonly authorization: string | null;
};

const TARGET = 2;
const PERMISSION_DENIED = 7;

/** What the server says of the target: all of it is there, a document, or that it has ended. */
type Message = {
  readonly targetChange?: { readonly targetChangeType?: string; readonly cause?: { readonly code: number } };
  readonly documentChange?: object;
};

/** One target on Firestore's listen stream. */
export class DocumentListen {
  readonly #session: RawSession;
  readonly #answers: BackChannelReader;

  private constructor(session: RawSession) {
    this.#session = session;
    this.#answers = session.listen(0);
  }

  /** @param target the protocol's `documents` or `query` */
  static async open({ origin, projectId, authorization }: DocumentSite, target: object) {
    const database = `projects/${projectId}/databases/(default)`;
    const session = await openSession(
      `${origin}/google.firestore.v1.Firestore/Listen/channel`,
      [{ database, addTarget: { ...target, targetId: TARGET } }],
      authorization === null ? '' : `Authorization:${authorization}\r\n`,
    );
    return new DocumentListen(session);
  }

  /** Waits until the server has sent all there is, or has refused. */
  verdict(): Promise<Verdict> {
    return this.#until(({ targetChange }) => targetChange?.targetChangeType === 'CURRENT');
  }

  /** Waits for the next document, or for the end of the right to listen. */
  nextDocument(): Promise<Verdict> {
    return this.#until(({ documentChange }) => documentChange !== undefined);
  }

  async close(): Promise<void> {
    await this.#answers.cancel();
    await this.#session.terminate();
  }

  async #until(isReached: (message: Message) => boolean): Promise<Verdict> {
    for (;;) {
      const array = await this.#answers.next();
      if (!array) throw new Error('The listen stream has ended');
      for (const message of array[1] as readonly Message[]) {
        const cause = message.targetChange?.cause;
        if (cause?.code === PERMISSION_DENIED) return 'refused';
        if (cause) throw new Error(`The target has ended with code ${cause.code}`);
        if (isReached(message)) return 'allowed';
      }
    }
  }
}
