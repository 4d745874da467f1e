import { setTimeout as delay } from 'node:timers/promises';
import { commit, putDocument, removeDocument } from '#bench/protocol/firestoreClient.ts';
import { signUp } from '#bench/protocol/identityClient.ts';
import { authorOf, changeList, usageUpdate } from '#bench/protocol/listWrite.ts';
import { RealtimeClient } from '#bench/protocol/RealtimeClient.ts';
import { readAccessEntry } from '#model/access.ts';
import { ACCESS_LOG, accessChangeKind, accessUpdate } from '#model/accessHistory.ts';
import { chartKey, readChartAccount } from '#model/chart.ts';
import { CHART_LOG, chartChange, chartUpdate } from '#model/chartHistory.ts';
import { accessKey, normaliseEmail } from '#model/email.ts';
import type { Author } from '#model/log/author.ts';
import type { HistoryUpdate } from '#model/log/entry.ts';
import { type EntryId, type ListVersion, newEntryId, readListVersion } from '#model/log/version.ts';
import { MAPPINGS_PATH } from '#model/paths.ts';
import type { Group, GroupWrite } from './Group.ts';
import type { WriteRecord } from './WriteRecord.ts';

/** What administrators do to the list; the rules take every change as any of them. */
const KINDS = [
  'edit',
  'delete',
  'consolidation',
  'duplicates',
  'choice',
  'accounts',
  'undo',
  'restore',
] as const;

/** Between group and item in keys and document names. */
export const SEPARATOR = '~';
/**
 * An administrator waits so long between two changes at most, in milliseconds: without a pause an upload, whose entries
 * take longest, would be overtaken every time.
 */
const LONGEST_PAUSE = 300;
/** Of everybody who registers. */
export const PASSWORD = 'some password';
/** The rules take any day: one does for a run over midnight. */
const TODAY = new Date().toISOString().slice(0, 10);
export const COUNTERS = ['total', `daily/${TODAY}`, 'users/admin@example_com/total'] as const;

export type Target = {
  readonly origin: string;
  readonly idToken: string;
  /** Token of another administrator. */
  readonly colleague: string;
  readonly writeRecord: WriteRecord;
};

/** Writes until the server does not answer any more. `roll` chooses between the groups. */
type Writer = (target: Target, roll: () => number) => Promise<void>;

export const WRITERS: readonly Writer[] = [
  (target, roll) => writeTree(target, 'a', roll),
  (target, roll) => writeTree({ ...target, idToken: target.colleague }, 'b', roll),
  upload,
  countUsage,
  (target, roll) => writeDocuments(target, 'a', roll),
  (target, roll) => writeDocuments(target, 'b', roll),
  registerPeople,
  changeAccess,
  changeChart,
];

/**
 * One change after another, as the app makes them: each is planned on the list after the one before, and a second one
 * under way would overtake one that somebody else has made begin anew.
 */
async function writeTree({ origin, idToken, writeRecord }: Target, writer: 'a' | 'b', roll: () => number) {
  const [a, b, shared] = writeRecord.tree;
  const client = await connect(origin, idToken);
  for (;;) {
    const group = roll() < 0.5 ? shared : writer === 'a' ? a : b;
    const next = group.next(writer);
    const kind = KINDS[Math.floor(roll() * KINDS.length)] ?? 'edit';
    const changeSet = { kind, batch: `${writer}-${next.number}`, left: Math.floor(roll() * 2) };
    await changeList(client, idToken, updateOf(group, next), { changeSet });
    group.acknowledge(writer, next);
    writeRecord.acknowledged += 1;
    await delay(roll() * LONGEST_PAUSE);
  }
}

/** One upload of many entries, which nobody else changes. Others change the list meanwhile. */
async function upload({ origin, idToken, writeRecord }: Target): Promise<void> {
  const group = writeRecord.tree[3];
  const client = await connect(origin, idToken);
  const stored = ((await client.demand('g', { p: `/${MAPPINGS_PATH}`, q: {} })) ?? {}) as Record<
    string,
    unknown
  >;
  const changeSet = { kind: 'upload', batch: `upload-${writeRecord.acknowledged}` } as const;
  for (;;) {
    const next = group.next('upload');
    const entries = updateOf(group, next);
    await changeList(client, idToken, entries, { changeSet, stored });
    Object.assign(stored, entries);
    group.acknowledge('upload', next);
    writeRecord.uploaded += 1;
    writeRecord.acknowledged += 1;
  }
}

/** Gives somebody access, and takes it away. */
async function changeAccess(target: Target): Promise<void> {
  const email = normaliseEmail('guest@example.com');
  await goOnWith(target, ACCESS_LOG, `access/${accessKey(email)}`, (plan, stored) => {
    const before = readAccessEntry(accessKey(email), stored);
    const change = { email, before, after: before === null ? { email, allow: true, admin: false } : null };
    return accessUpdate({ ...plan, kind: accessChangeKind(change) }, [change]);
  });
}

/** Adds an account, renames it, and removes it. */
async function changeChart(target: Target): Promise<void> {
  await goOnWith(target, CHART_LOG, 'gl_accounts/9999', (plan, stored) => {
    const before = readChartAccount(chartKey('9999'), stored);
    const account = { code: '9999', name: plan.id, note: '', isRetired: false };
    const after = (plan.former.seq ?? 0) % 3 === 2 ? null : account;
    return chartUpdate({ ...plan, kind: 'edit', batch: plan.id }, [chartChange(before, after)]);
  });
}

type LonePlan = { readonly id: EntryId; readonly former: ListVersion; readonly by: Author };

/** Makes one entry after another of a log in which nobody else writes. */
async function goOnWith(
  { origin, idToken, writeRecord }: Target,
  { version }: { readonly version: string },
  place: string,
  update: (plan: LonePlan, stored: unknown) => HistoryUpdate,
): Promise<void> {
  const client = await connect(origin, idToken);
  const progress = writeRecord.logs[version as keyof WriteRecord['logs']];
  for (;;) {
    const former = readListVersion(await client.demand('g', { p: `/${version}`, q: {} }));
    const stored = await client.demand('g', { p: `/${place}`, q: {} });
    const id = newEntryId((bytes) => crypto.getRandomValues(bytes));
    progress.sent = former.seq + 1;
    await client.demand('m', { p: '/', d: update({ id, former, by: authorOf(idToken) }, stored) });
    progress.acknowledged = former.seq + 1;
    writeRecord.acknowledged += 1;
  }
}

function updateOf(group: Group, { value, put, remove }: GroupWrite): Record<string, unknown> {
  const key = (item: string) => group.name + SEPARATOR + item;
  return Object.fromEntries([
    ...put.map((item) => [key(item), { description: value, glAccount: item }]),
    ...remove.map((item) => [key(item), null]),
  ]);
}

async function countUsage({ origin, idToken, writeRecord }: Target): Promise<void> {
  const client = await connect(origin, idToken);
  const email = normaliseEmail('admin@example.com');
  for (;;) {
    writeRecord.usage.sent += 1;
    await client.demand('m', { p: '/usage', d: usageUpdate(email, 1, TODAY) });
    writeRecord.usage.acknowledged += 1;
    writeRecord.acknowledged += 1;
  }
}

async function connect(origin: string, idToken: string): Promise<RealtimeClient> {
  const client = await RealtimeClient.connect(origin);
  await client.demand('auth', { cred: idToken });
  return client;
}

async function writeDocuments(
  { origin, idToken, writeRecord }: Target,
  writer: 'a' | 'b',
  roll: () => number,
): Promise<void> {
  const [a, b, shared] = writeRecord.documents;
  for (;;) {
    const group = roll() < 0.5 ? shared : writer === 'a' ? a : b;
    const next = group.next(writer);
    await commit(origin, idToken, commitOf(group, next));
    group.acknowledge(writer, next);
    writeRecord.acknowledged += 1;
  }
}

function commitOf(group: Group, { value, put, remove }: GroupWrite): object[] {
  const email = (item: string) => `${group.name}${SEPARATOR}${item}${SEPARATOR}@example.com`;
  const user = (item: string) => ({
    email: { stringValue: email(item) },
    name: { stringValue: value },
    allow: { booleanValue: false },
    admin: { booleanValue: false },
  });
  return [
    ...put.map((item) => putDocument(`users/${email(item)}`, user(item))),
    ...remove.map((item) => removeDocument(`users/${email(item)}`)),
  ];
}

async function registerPeople({ origin, writeRecord }: Target): Promise<void> {
  for (;;) {
    writeRecord.applicants += 1;
    const email = `person-${writeRecord.applicants}@example.com`;
    const tokens = await signUp(origin, { email, password: PASSWORD });
    writeRecord.people.push({ email, tokens });
    writeRecord.acknowledged += 1;
  }
}
