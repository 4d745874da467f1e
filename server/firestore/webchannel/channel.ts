/** One session as the service behind it sees it. */
export type Channel = {
  /** Queues one message for the client. */
  send(message: object): void;
  /** Queues a last message; what the client has sent or sends after this is thrown away. */
  finish(message: object): void;
};

/** What the service does with one session. */
export type ChannelHandler = {
  receive(message: unknown): void;
  /** A message was larger than the channel takes; it stands at this place of the order and is lost. */
  receiveOversized(): void;
  /** Called every 15 s or so: the place to look whether the client may still be here. */
  tick(): void;
  /** The session is over. Nothing can be sent any more. */
  close(): void;
};

/** Opens a session for a handshake with these headers (lower-case names). */
export type ChannelOpener = (headers: ReadonlyMap<string, string>) => {
  /** Whose session it is; each owner may have a limited number of them. */
  readonly owner: string;
  open(channel: Channel): ChannelHandler;
};
