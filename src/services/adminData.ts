// Usage of everybody and the access mirror live in the Realtime Database, whose one connection the ledger worker has.
export type { AdminData } from '#contract/ledger.ts';
