import { listDocuments } from '#bench/protocol/firestoreClient.ts';
import { lookUp, refresh, signIn } from '#bench/protocol/identityClient.ts';
import { RealtimeClient } from '#bench/protocol/RealtimeClient.ts';
import { readListVersion } from '#model/log/version.ts';
import type { Group } from './Group.ts';
import { type Expectation, LONE_LOGS, type Person } from './WriteRecord.ts';
import { COUNTERS, PASSWORD, SEPARATOR } from './writers.ts';

type Checked = { readonly origin: string; readonly idToken: string; readonly writeRecord: Expectation };

/** Items of every group by the group's name. */
type Found = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Reads everything back over the protocols and compares it with the answers that clients got; then goes on from there.
 * @param people whose accounts to look at
 * @returns what is wrong; empty: nothing
 */
export async function check(target: Checked, people: readonly Person[]): Promise<string[]> {
  const client = await RealtimeClient.connect(target.origin);
  await client.demand('auth', { cred: target.idToken });
  const mappings = await client.demand('g', { p: '/gl_mappings', q: {} });
  const usage = await client.demand('g', { p: '/usage', q: {} });
  const versions = await Promise.all(
    LONE_LOGS.map(async (place) => [place, await client.demand('g', { p: `/${place}`, q: {} })] as const),
  );
  client.close();
  const users = await listDocuments(target.origin, target.idToken, 'users');
  const documents = [...users].map(([id, fields]) => [id, String(fields['name']?.['stringValue'])] as const);
  return [
    ...compare(target.writeRecord.tree, grouped(descriptionsOf(mappings))),
    ...compare(target.writeRecord.documents, grouped(documents)),
    ...compareUsage(target, usage),
    ...versions.flatMap(([place, stored]) => compareLog(target, place, readListVersion(stored).seq)),
    ...(await faultsOfPeople(target, people)),
  ];
}

function descriptionsOf(mappings: unknown): (readonly [string, string])[] {
  const entries = Object.entries((mappings ?? {}) as Record<string, { description: string }>);
  return entries.map(([key, { description }]) => [key, description] as const);
}

function grouped(entries: readonly (readonly [name: string, value: string])[]): Found {
  const found = new Map<string, Map<string, string>>();
  for (const [name, value] of entries) {
    const [group = '', item] = name.split(SEPARATOR);
    if (item === undefined) continue;
    found.set(group, (found.get(group) ?? new Map<string, string>()).set(item, value));
  }
  return found;
}

function compare(groups: readonly Group[], found: Found): string[] {
  return groups.flatMap((group) => {
    const items = found.get(group.name) ?? new Map<string, string>();
    const faults = group.faults(items);
    group.settle(items);
    return faults;
  });
}

function compareUsage({ writeRecord }: Checked, usage: unknown): string[] {
  const counts = COUNTERS.map((path) => Number(at(usage, path) ?? 0));
  const [count = 0] = counts;
  const { sent, acknowledged } = writeRecord.usage;
  writeRecord.usage.sent = writeRecord.usage.acknowledged = count;
  if (counts.some((other) => other !== count)) return [`usage: half of an increment, ${counts.join()}`];
  if (count >= acknowledged && count <= sent) return [];
  return [`usage: ${count} counted, ${acknowledged} acknowledged, ${sent} sent`];
}

function compareLog({ writeRecord }: Checked, place: (typeof LONE_LOGS)[number], seq: number): string[] {
  const log = writeRecord.logs[place];
  const { sent, acknowledged } = log;
  log.sent = log.acknowledged = seq;
  if (seq >= acknowledged && seq <= sent) return [];
  return [`${place}: ${seq} entries, ${acknowledged} acknowledged, ${sent} sent`];
}

function at(tree: unknown, path: string): unknown {
  return path
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | null | undefined)?.[key], tree);
}

/** Account, session and, of one of them since it takes long, the password. */
async function faultsOfPeople({ origin }: Checked, people: readonly Person[]): Promise<string[]> {
  const faults: string[] = [];
  const expect = async (what: string, email: string, act: () => Promise<string>) => {
    const got = await act().catch((error: unknown) => String(error));
    if (got !== email) faults.push(`${what} of ${email}: ${got}`);
  };
  for (const { email, tokens } of people)
    await expect('session', email, async () => lookUp(origin, await refresh(origin, tokens.refreshToken)));
  const last = people.at(-1);
  if (last !== undefined) {
    const { email } = last;
    await expect('password', email, async () => {
      const { idToken } = await signIn(origin, { email, password: PASSWORD });
      return lookUp(origin, idToken);
    });
  }
  return faults;
}
