import type { DocumentStore } from './documents/DocumentStore.ts';
import type { RulesEvaluator } from './RulesEvaluator.ts';
import type { ResourceNames } from './values/resourceName.ts';

/** What every request handler works with. */
export type Context = {
  readonly documents: DocumentStore;
  readonly judge: RulesEvaluator;
  readonly names: ResourceNames;
};
