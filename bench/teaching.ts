import type { QueueItem } from '#contract/unmatched.ts';
import { hasCommonWordsOnly } from '#model/commonWords.ts';
import type { Mapping } from '#model/mapping.ts';
import { setupLedger } from '../tests/support/ledgerSetup.ts';
import type { LabelledLine, LabelledList } from './labelledLists.ts';

/** The keys that take the likely accounts, as the page shows them. */
const LIKELY_KEYS = ['a', 'b', 'c'];
/** Groups that *Accept all likely* shows at once. */
const AT_ONCE = 30;
/** Without likely accounts: the choice, the account, the mapping. */
const PLAIN_KEYS = 3;
/** Without an account typed in full: it is one of the first so many that the choice shows. */
const SHOWN_FIRST = 2;
/** A wrong key, and Ctrl and Z. */
const SLIP_KEYS = 3;
const ALL = { search: '', skipped: [], showsSkipped: false };

/** What is pressed on the page of groups, in order. */
export type TeachingStep = {
  /** The group that is on screen; null where all likely accounts are accepted. */
  readonly item: QueueItem | null;
  /** The accounts that are shown for it. */
  readonly likely: readonly string[];
  readonly keys: readonly string[];
  /** What the same takes where no account is likely. */
  readonly plainKeys: number;
  readonly groups: number;
};

type Teacher = Awaited<ReturnType<typeof openTeacher>>;

/**
 * What it takes to give all unmatched lines of a set an account on the page of groups, in numbers; see {@link teach}. Beside
 * it, what it takes where no account is likely.
 */
export async function printTeaching({ name, list, text, lines }: LabelledList): Promise<void> {
  const teacher = await openTeacher(list, text);
  const sum = { groups: 0, plain: 0, keys: 0, accepted: 0 };
  for await (const { keys, plainKeys, groups, likely } of teach(teacher)) {
    sum.groups += groups;
    sum.plain += plainKeys;
    sum.keys += keys.length;
    if (LIKELY_KEYS.includes(keys[0] ?? '') || likely.length === 0) sum.accepted += Number(likely.length > 0);
  }
  const right = await teacher.countRight();
  const slips = SLIP_KEYS * Math.round(sum.groups / 20);
  const fewer = (keys: number) => `${percent(sum.plain - keys, sum.plain)} fewer`;
  console.log(
    `${name}: ${sum.groups} groups of ${lines.length} lines among ${text.length}; ${sum.plain} keys → ${sum.keys} ` +
      `(${fewer(sum.keys)}; ${fewer(sum.keys + slips)} with a slip in every 20th group); ${sum.accepted} accepted one by one; ` +
      `right ${percent(right, lines.length)}`,
  );
}

const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;

/**
 * Somebody who knows what was booked gives every group the account of most of its lines: all likely accounts at once as
 * long as that is fewer keys; then the groups from the top, by the key of a likely account or by the choice. A mapping
 * that is saved teaches the list, and settles lines of other groups, as on the page. The steps are taken on a ledger; a test
 * presses their keys on the page.
 */
export async function* teach(teacher: Teacher): AsyncGenerator<TeachingStep> {
  for (let step = await acceptAll(teacher); step !== null; step = await acceptAll(teacher)) yield step;
  let isGoingOn = false;
  for (let step = await settleFirst(teacher, false); step !== null; ) {
    yield step;
    isGoingOn = true;
    step = await settleFirst(teacher, isGoingOn);
  }
}

/** The likely accounts of up to thirty groups, wrong ones left out; null where that saves nothing. */
async function acceptAll(teacher: Teacher): Promise<TeachingStep | null> {
  const offered: { readonly item: QueueItem; readonly account: string; readonly isRight: boolean }[] = [];
  for (const { item, guesses } of await teacher.guessAll()) {
    const [first] = guesses;
    if (first?.band !== 'strong' || offered.length === AT_ONCE) continue;
    const booked = teacher.booked(item);
    offered.push({ item, account: first.glAccount, isRight: booked === first.glAccount });
  }
  const right = offered.filter(({ isRight }) => isRight);
  const keys = ['l', ...untick(offered), 'Enter'];
  const canUntick = new Set(offered.map(({ account }) => account)).size > 1;
  if (offered.length < 2 || keys.length >= right.length || (!canUntick && right.length < offered.length))
    return null;
  await teacher.assign(right);
  const plainKeys = right.reduce((sum, { account }) => sum + PLAIN_KEYS + account.length, 0);
  return { item: null, likely: [], keys, plainKeys, groups: right.length };
}

/** From the first tick down to each wrong one. */
function untick(offered: readonly { readonly isRight: boolean }[]): string[] {
  const last = offered.findLastIndex(({ isRight }) => !isRight);
  return offered
    .slice(0, last + 1)
    .flatMap(({ isRight }, i) => [...(i > 0 ? ['ArrowDown'] : []), ...(isRight ? [] : ['Space'])]);
}

/** Gives the first group its account. @param isGoingOn the group before has got its own by keyboard */
async function settleFirst(teacher: Teacher, isGoingOn: boolean): Promise<TeachingStep | null> {
  const first = await teacher.first();
  if (first === null) return null;
  const { item, likely, canAtOnce } = first;
  const account = teacher.booked(item);
  const place = likely.indexOf(account);
  const { keys, isKnown } = await choose(teacher, item, account);
  const isOpen = isGoingOn && likely.length === 0;
  const isAsked = !item.isShort && !(canAtOnce && (place >= 0 || isKnown));
  const taken =
    place >= 0 ? [LIKELY_KEYS[place] as string] : [...(isOpen ? [] : ['Enter']), ...keys, 'Enter'];
  await teacher.assign([{ item, account }]);
  return {
    item,
    likely,
    keys: [...taken, ...(isAsked ? ['Enter'] : [])],
    plainKeys: PLAIN_KEYS + account.length,
    groups: 1,
  };
}

/** The account is typed until it is marked; one that stands next to the mark is gone to by arrow. */
async function choose(teacher: Teacher, { id }: QueueItem, account: string) {
  const { likely, used } = await teacher.options(id);
  const known = [...likely, ...used.filter((one) => !likely.includes(one))];
  const isKnown = known.includes(account);
  const untyped = known.indexOf(account);
  if (isKnown && untyped < SHOWN_FIRST) return { isKnown, keys: Array(untyped + 1).fill('ArrowDown') };
  for (let length = 1; length <= account.length; length++) {
    const place = matching(used, account.slice(0, length)).indexOf(account);
    const keys = [...account.slice(0, length)];
    if (place >= 0 && place < SHOWN_FIRST)
      return { isKnown, keys: [...keys, ...Array(place).fill('ArrowDown')] };
  }
  // A new account stands below those that contain it.
  const isAlone = matching(used, account).length === 0;
  return { isKnown, keys: [...account, ...(isAlone ? [] : ['ArrowUp'])] };
}

/** The accounts that contain what was typed: the same one first, then those that begin with it. */
function matching(accounts: readonly string[], typed: string): string[] {
  const query = typed.toLowerCase();
  const rank = (account: string) => {
    const text = account.toLowerCase();
    return text === query ? 0 : text.startsWith(query) ? 1 : 2;
  };
  return accounts
    .filter((account) => account.toLowerCase().includes(query))
    .toSorted((a, b) => rank(a) - rank(b));
}

/** A ledger with the text in it, for somebody who knows what was booked. */
export async function openTeacher(list: readonly Mapping[], text: readonly LabelledLine[]) {
  const setup = await setupLedger(
    Object.fromEntries(
      list.map(({ key, description, glAccount }) => [`gl_mappings/${key}`, { description, glAccount }]),
    ),
  );
  const { ledger, timing } = setup;
  const { rows } = ledger;
  const { unmatched } = rows;
  setup.paste(text.map(({ description }) => description));
  await timing.advance(100_000);
  const run = setup.run();
  /** The answer, once the time that learning takes has passed. */
  const inTime = async <T>(answer: Promise<T>): Promise<T> => {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    answer.then(end, end);
    while (!isDone) await timing.advance(100);
    return answer;
  };
  const booked = new Map<number, string>();
  const itemsOf = async (ids: readonly number[]) => {
    const found = (await unmatched.items(run, ids)).filter((item) => item !== undefined);
    for (const item of found)
      booked.set(item.id, mostBooked(await unmatched.lines(run, item.id, 0, item.count)));
    return found;
  };
  const mostBooked = (lines: readonly { readonly row: number }[]) => {
    const counts = new Map<string, number>();
    for (const { row } of lines) {
      const account = text[row]?.glAccount ?? '';
      counts.set(account, (counts.get(account) ?? 0) + 1);
    }
    return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '';
  };
  const open = async () => [...((await unmatched.find(run, ALL))?.ids ?? [])];
  const start = new Set<number>();
  for (const id of await open())
    for (const { row } of await unmatched.lines(run, id, 0, Number.MAX_SAFE_INTEGER)) start.add(row);
  return {
    stored: () => setup.database.stored('gl_mappings'),
    booked: ({ id }: QueueItem) => booked.get(id) ?? '',
    async guessAll() {
      const ids = await open();
      const guesses = (await inTime(unmatched.guesses(run, ids))) ?? [];
      const items = await itemsOf(ids);
      return items.map((item, i) => ({ item, guesses: guesses[i] ?? [] }));
    },
    /** The first group, its likely accounts, and whether a key saves its mapping: nothing else changes. */
    async first() {
      const [id] = await open();
      if (id === undefined) return null;
      const [item] = await itemsOf([id]);
      if (item === undefined) return null;
      const guesses = (await inTime(unmatched.guesses(run, [id])))?.[0] ?? [];
      const { phrase, count } = item;
      const effect =
        phrase === null
          ? undefined
          : await unmatched.preview(run, [{ keyword: phrase, glAccount: '' }], [id]);
      const isAlone = effect?.others === 0 && effect.ownTexts === 0 && effect.replaced.length === 0;
      const canAtOnce = isAlone && effect.ofNamed === count && !hasCommonWordsOnly(phrase ?? '');
      return { item, likely: guesses.map(({ glAccount }) => glAccount), canAtOnce };
    },
    /** What the choice of an account shows for a row. */
    async options(row: number) {
      const used = (await rows.accountsInUse(run)).map(({ glAccount }) => glAccount);
      const guesses = (await inTime(rows.likelyAccounts(run, [row])))?.[0] ?? [];
      const shown = guesses.filter(({ reason }) => reason.keywords.length + reason.words.length > 0);
      return { used, likely: shown.map(({ glAccount }) => glAccount) };
    },
    /** As the page does: the mapping of the offered keyword, else the account for the lines alone. */
    async assign(groups: readonly { readonly item: QueueItem; readonly account: string }[]) {
      const withKeyword = groups.filter(({ item }) => item.phrase !== null && !item.isShort);
      const wanted = withKeyword.map(({ item, account }) => ({
        keyword: item.phrase ?? '',
        glAccount: account,
      }));
      const saved = wanted.length === 0 ? null : await unmatched.save(run, wanted);
      if (saved !== null && saved.kind !== 'saved') throw new Error(`Not saved: ${JSON.stringify(saved)}`);
      for (const { item, account } of groups)
        if (!withKeyword.some((group) => group.item === item))
          await unmatched.chooseForLines(run, [item.id], account);
      await timing.advance(100);
    },
    /** Lines that had no match and have what was booked now. */
    async countRight() {
      const accounts = (await setup.copied()).split('\n');
      return [...start].filter((row) => accounts[row]?.trim() === text[row]?.glAccount).length;
    },
  };
}
