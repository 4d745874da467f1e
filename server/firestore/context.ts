import type { DocumentStore } from './documents/DocumentStore.ts';
import type { Judge } from './Judge.ts';
import type { ResourceNames } from './values/resourceName.ts';

/** What every request handler works with. */
export type Context = {
  readonly documents: DocumentStore;
  readonly judge: Judge;
  readonly names: ResourceNames;
};
