/** Limits of the channel. Times in milliseconds, sizes in bytes unless said otherwise. */
export const LIMITS = {
  /** A `noop` after this silence; the client drops a back channel that was silent for 1.5 × the announced 30 s. */
  keepAlive: 29_000,
  announcedKeepAlive: 30_000,
  /** Interval at which the service behind a session checks the client's credentials. */
  check: 15_000,
  /** A session without an attached back channel ends after this. */
  idle: 90_000,
  /** A reader that has not taken the last chunk for this long is gone. */
  stalled: 60_000,
  /** Body of one forward request: a 10 MiB commit, percent-encoded at worst nine to three, with head room. */
  body: 32 * 1024 * 1024,
  /** UTF-16 units of one frame, so that a client parses a long answer in several short steps. */
  frame: 64 * 1024,
  /** UTF-16 units written at once, before looking whether the reader keeps up. */
  portion: 256 * 1024,
  /** UTF-16 units sent on one back channel before it is renewed, which makes the client acknowledge. */
  renewAfter: 4 * 1024 * 1024,
  /** UTF-16 units not yet acknowledged. */
  queue: 64 * 1024 * 1024,
  /** Messages that wait for an earlier one. */
  heldMessages: 1_000,
  /** UTF-16 units of these. */
  heldUnits: 32 * 1024 * 1024,
  sessionsPerOwner: 200,
} as const;
