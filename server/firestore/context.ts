import type { DocumentStore } from './documents/document-store.ts';
import type { Judge } from './judge.ts';
import type { ResourceNames } from './values/resource-name.ts';

/** What every request handler works with. */
export type Context = {
  readonly documents: DocumentStore;
  readonly judge: Judge;
  readonly names: ResourceNames;
};
