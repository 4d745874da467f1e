import type { DocumentPath, TaggedValue } from '../../rules/guard.ts';
import type { FieldPath } from '../values/fieldPath.ts';

export type Operator =
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL'
  | 'EQUAL'
  | 'NOT_EQUAL'
  | 'IN'
  | 'NOT_IN'
  | 'ARRAY_CONTAINS'
  | 'ARRAY_CONTAINS_ANY';

/** A field of the document, or (null) its name. */
export type FieldReference = FieldPath | null;

export type Filter =
  | { readonly kind: 'all'; readonly filters: readonly Filter[] }
  | { readonly kind: 'any'; readonly filters: readonly Filter[] }
  | {
      readonly kind: 'field';
      readonly field: FieldReference;
      readonly operator: Operator;
      readonly value: TaggedValue;
    };

export type Order = { readonly field: FieldReference; readonly descending: boolean };

/** A position before or after the documents whose first ordering values are these. */
export type Cursor = { readonly values: readonly TaggedValue[]; readonly before: boolean };

/** A query over one collection, with all implicit orders spelt out: the last order is always the name. */
export type Query = {
  readonly collection: DocumentPath;
  readonly filter: Filter;
  readonly orders: readonly Order[];
  readonly startAt: Cursor | null;
  readonly endAt: Cursor | null;
  readonly offset: number;
  readonly limit: number;
};
