import { putDocument, STREAM_GREETING } from '#bench/protocol/firestoreClient.ts';
import { listWrite } from '#bench/protocol/listWrite.ts';

const DOCUMENTS = '/v1/projects/gl-classifier/databases/(default)/documents';
const ACCOUNTS = '/identitytoolkit.googleapis.com/v1/accounts:';
const USERS = [{ collectionId: 'users' }];
const user = putDocument('users/fuzz@example.com', {
  email: { stringValue: 'fuzz@example.com' },
  name: { stringValue: 'F' },
  allow: { booleanValue: false },
  admin: { booleanValue: false },
  at: { timestampValue: '2026-01-01T00:00:00Z' },
  list: { arrayValue: { values: [{ integerValue: '1' }, { nullValue: null }] } },
  map: { mapValue: { fields: { a: { doubleValue: 1.5 } } } },
});

/** HTTP calls as the SDK makes them: method of the address, and its body. */
export const CALLS: readonly (readonly [path: string, body: object])[] = [
  [`${DOCUMENTS}:commit`, { writes: [user] }],
  [
    `${DOCUMENTS}:commit`,
    { writes: [{ ...user, updateMask: { fieldPaths: ['name'] }, currentDocument: { exists: true } }] },
  ],
  [`${DOCUMENTS}:batchGet`, { documents: ['projects/gl-classifier/databases/(default)/documents/users/a'] }],
  [
    `${DOCUMENTS}:runQuery`,
    {
      structuredQuery: {
        from: USERS,
        orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
        startAt: { values: [{ referenceValue: `${DOCUMENTS.slice(4)}/users/a` }], before: false },
        limit: 3,
      },
    },
  ],
  [`${ACCOUNTS}lookup?key=x`, { idToken: 'a.b.c' }],
  [
    `${ACCOUNTS}signInWithIdp?key=x`,
    { requestUri: 'http://localhost/?id_token=x&providerId=google.com', returnSecureToken: true },
  ],
  [`${ACCOUNTS}sendOobCode?key=x`, { requestType: 'PASSWORD_RESET', email: 'nobody@example.com' }],
  [`${ACCOUNTS}sendOobCode?key=x`, { requestType: 'VERIFY_EMAIL', idToken: 'a.b.c' }],
  [`${ACCOUNTS}update?key=x`, { idToken: 'a.b.c', password: 'some password' }],
  [
    '/securetoken.googleapis.com/v1/token?key=x',
    { grant_type: 'refresh_token', refresh_token: 'x'.repeat(43) },
  ],
];

/** Messages of the two streams, after the greeting. */
export const STREAM_MESSAGES: Readonly<Record<'Listen' | 'Write', readonly object[]>> = {
  Listen: [
    {
      ...STREAM_GREETING,
      addTarget: { targetId: 2, query: { parent: DOCUMENTS.slice(4), structuredQuery: { from: USERS } } },
    },
    {
      ...STREAM_GREETING,
      addTarget: { targetId: 4, documents: { documents: [`${DOCUMENTS.slice(4)}/users/a`] } },
    },
    { ...STREAM_GREETING, removeTarget: 2 },
  ],
  Write: [STREAM_GREETING, { streamToken: 'MA==', writes: [user] }],
};

/** Requests of the Realtime Database, by action and body. */
export const REQUESTS: readonly (readonly [action: string, body: object])[] = [
  ['s', { c: { 'sdk.js.12-0-0': 1 } }],
  ['auth', { cred: 'a.b.c' }],
  [
    'q',
    {
      p: '/gl_mappings',
      h: '',
      q: { sp: 'a', sn: '-', sin: true, ep: 'b', ein: true, l: 2, vf: 'l', i: 'glAccount' },
      t: 1,
    },
  ],
  ['q', { p: '/gl_mappings', h: '' }],
  ['n', { p: '/gl_mappings' }],
  ['g', { p: '/usage', q: {} }],
  ['g', { p: '/gl_mappings_history', q: { sp: 1, sin: true, l: 2, vf: 'r', i: 'seq' } }],
  ['p', { p: '/gl_mappings/F', d: { description: 'F', glAccount: '1' } }],
  ['m', listWrite({ F: { description: 'F', glAccount: '1' } }, { uid: 'u', email: 'f@example.com' })],
  ['m', { p: '/gl_mappings', d: { F: null, G: { description: 'G', glAccount: '1' } } }],
  ['m', { p: '/usage', d: { total: { '.sv': { increment: 1 } } } }],
  ['p', { p: '/gl_mappings/F', d: null }],
  ['unauth', {}],
];
