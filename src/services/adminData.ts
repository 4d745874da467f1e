// Everybody's usage and the access entries are in the Realtime Database, whose one connection the ledger worker has.
export type { AdminData } from '#contract/ledger.ts';
