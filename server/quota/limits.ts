/** What may be held by one account, under one address, and by all unprivileged people of the process together. */
export type Limits = { readonly account: number; readonly address: number; readonly process: number };

export type Level = keyof Limits;
export const LEVELS: readonly Level[] = ['account', 'address', 'process'];

/** Things that somebody without a grant may have open. */
export type QuotaClientKind = 'connection' | 'socket' | 'channel' | 'request';

/** What the quota counts. */
export type Resource = QuotaClientKind | 'bytes' | 'pending';

export const RESOURCES: readonly Resource[] = [
  'connection',
  'socket',
  'channel',
  'request',
  'bytes',
  'pending',
];

const MIB = 1024 * 1024;

/**
 * What may be held at the same time. Beyond that, others are evicted: who holds most, and of equals the oldest. Writes
 * that wait for the disk (`pending`) cannot be evicted; one more is refused.
 * Of a connection the account is not known, and behind a proxy the address is not either: only the last limit applies.
 */
export const HELD_LIMITS: Readonly<Record<Resource, Limits>> = {
  connection: { account: Infinity, address: Infinity, process: 2000 },
  socket: { account: 20, address: 400, process: 600 },
  channel: { account: 10, address: 50, process: 200 },
  request: { account: 50, address: 500, process: 1000 },
  bytes: { account: 2 * MIB, address: 8 * MIB, process: 24 * MIB },
  pending: { account: 20, address: 200, process: 400 },
};

/**
 * Processor time: milliseconds at once, and the share of a processor that comes back. When the process has none left,
 * only accounts and addresses are refused that have used more than `spared` of late.
 */
export const WORK_LIMITS = {
  account: { burst: 1000, share: 0.05 },
  address: { burst: 5000, share: 0.1 },
  process: { burst: 10_000, share: 0.25 },
  spared: 200,
} as const;

/** What one unprivileged socket, stream or request may hold by itself. Bytes; texts count by their UTF-16 units. */
export const UNPRIVILEGED_SIZES = {
  /** Body of one request. */
  body: MIB,
  /** One message on a socket of the Realtime Database. */
  message: 256 * 1024,
  /** A message on a socket that may be the first sign-in, when there is no processor time left. */
  signInMessage: 16 * 1024,
  /** A listen, kept as long as the socket. */
  listen: 2 * 1024,
  /** Listens of one socket, and targets of one stream. */
  listens: 20,
  /** Answers that the client does not read. */
  unread: MIB,
  /** Messages of a stream that wait for an earlier one. */
  waiting: MIB,
} as const;
