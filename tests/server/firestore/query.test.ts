import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredDocument } from '#server/firestore/documents/document.ts';
import { parseQuery, runQuery } from '#server/firestore/query.ts';
import { ResourceNames } from '#server/firestore/values/names.ts';
import { byStage } from '../../support/fullRun.ts';

/** The query engine against a naive one, which sorts all ids by their bytes and cuts the list. */
type PlainQuery = {
  readonly startAfter: string | null;
  readonly endAt: string | null;
  readonly limit: number | null;
};

const names = new ResourceNames('demo');
const root = 'projects/demo/databases/(default)/documents';
const id = fc.string({
  unit: fc.constantFrom('a', 'b', '1', 'é', '\uffff', '😀'),
  minLength: 1,
  maxLength: 3,
});
const documents = fc.uniqueArray(id, { maxLength: 12 });
const query: fc.Arbitrary<PlainQuery> = fc.record({
  startAfter: fc.option(id),
  endAt: fc.option(id),
  limit: fc.option(fc.integer({ min: 0, max: 5 })),
});

test('finds what a naive engine finds, in the same order', () => {
  fc.assert(
    fc.property(documents, query, (ids, asked) => {
      const parsed = parseQuery(root, toWire(asked), names);
      const found = runQuery(parsed, ids.map(toStored)).map(({ path }) => path[1]);
      expect(found).toEqual(findNaively(ids, asked));
    }),
    { seed: 20_261_120, numRuns: byStage({ usual: 1_000, full: 5_000 }) },
  );
});

const from = [{ collectionId: 'c' }];
const reference = (path: string) => ({ referenceValue: `${root}/${path}` });
test.each([
  ['no collection', { from: [] }],
  ['two collections', { from: [{ collectionId: 'c' }, { collectionId: 'd' }] }],
  ['a path as collection', { from: [{ collectionId: 'c/d/e' }] }],
  ['a negative limit', { from, limit: -1 }],
  ['a limit in words', { from, limit: '3' }],
  ['a long cursor', { from, startAt: { values: [reference('c/a'), reference('c/b')] } }],
  ['an empty cursor', { from, startAt: { values: [] } }],
  ['a cursor of another collection', { from, startAt: { values: [reference('d/a')] } }],
])('%s is an invalid argument', (_name, structuredQuery) => {
  expect(() => parseQuery(root, structuredQuery, names)).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
  );
});

function findNaively(ids: readonly string[], { startAfter, endAt, limit }: PlainQuery): string[] {
  const bytes = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right));
  return [...ids]
    .sort(bytes)
    .filter((one) => startAfter === null || bytes(one, startAfter) > 0)
    .filter((one) => endAt === null || bytes(one, endAt) <= 0)
    .slice(0, limit ?? undefined);
}

function toStored(one: string): StoredDocument {
  return { path: ['c', one], key: `c/${one}`, fields: {}, created: 1, updated: 1 };
}

function toWire({ startAfter, endAt, limit }: PlainQuery) {
  const cursor = (one: string) => ({ values: [reference(`c/${one}`)], before: false });
  return {
    from,
    orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
    ...(startAfter !== null && { startAt: cursor(startAfter) }),
    ...(endAt !== null && { endAt: cursor(endAt) }),
    ...(limit !== null && { limit }),
  };
}
