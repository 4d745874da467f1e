import { bandsOf, calibrate, judge } from '#engine/guess/bands.ts';
import { runToEnd, trainAtOnce } from '#engine/guess/train.ts';
import { groupLines } from '#engine/unmatched/groupLines.ts';
import { type Mapping, makeMapping } from '#model/mapping.ts';
import { agreedGuess, GUESSED_LINES, spread } from '#workers/ledger/guess/agreedGuess.ts';
import type { LabelledLine } from './labelledLists.ts';

/** Keys besides those of the account's code or the arrows to it: the choice, the account, the mapping. */
const CHOICE_KEYS = 3;
/** The likely account, the mapping. */
const ACCEPT_KEYS = 2;
/** All that are called likely, thirty groups at a time; and to a wrong one of them, out of it. */
const ACCEPT_ALL_KEYS = 2;
const AT_ONCE = 30;
const UNTICK_KEYS = 2;

/** What giving all groups an account took, and what came of it. */
type Tally = {
  typed: number;
  keys: number;
  right: number;
  shown: number;
  strong: number;
  strongRight: number;
};

/**
 * What it takes to give all unmatched lines an account on the page of groups, by somebody who knows what was booked: all
 * that are called likely are accepted at once, thirty groups each time, the wrong ones unticked. Then, group by group, the
 * account that most lines were booked to is accepted where it is the likely one that is shown, chosen by arrow where it is
 * among the likely ones of the first line, else typed. Each keyword that is saved teaches the list. Beside it, what it takes
 * where no account is shown.
 */
export function printTeaching(name: string, list: readonly Mapping[], lines: readonly LabelledLine[]): void {
  const groups = runToEnd(
    groupLines(
      lines.map(({ description }) => description),
      list,
    ),
  ).map(({ phrase, lines: own }) => ({ phrase, lines: own.map((line) => lines[line] as LabelledLine) }));
  const teacher = createTeacher(list);
  const sum: Tally = { typed: 0, keys: 0, right: 0, shown: 0, strong: 0, strongRight: 0 };
  const left = acceptAll(groups, teacher, sum);
  for (const group of left) giveAccount(group, teacher, sum);
  const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(0)} %`;
  console.log(
    `${name}: ${groups.length} groups of ${lines.length} lines, ${sum.shown} with a likely account; ${sum.typed} keys → ` +
      `${sum.keys} (${percent(sum.typed - sum.keys, sum.typed)} fewer); right ${percent(sum.right, lines.length)}; ` +
      `lines in groups called likely: ${sum.strong}, right ${percent(sum.strongRight, sum.strong)}`,
  );
}

type Group = { readonly phrase: string | null; readonly lines: readonly LabelledLine[] };

/** Accepts the right ones of the groups that are called likely; returns the other groups. */
function acceptAll(groups: readonly Group[], teacher: Teacher, sum: Tally): Group[] {
  const offered = groups.filter((group) => teacher.shown(group.lines)?.band === 'strong');
  const accepted = new Set<Group>();
  for (const group of offered) {
    const account = teacher.shown(group.lines)?.glAccount;
    sum.strong += group.lines.length;
    sum.strongRight += group.lines.filter(({ glAccount }) => glAccount === account).length;
    if (mostBooked(group.lines).glAccount === account) accepted.add(group);
  }
  sum.keys +=
    ACCEPT_ALL_KEYS * Math.ceil(offered.length / AT_ONCE) + UNTICK_KEYS * (offered.length - accepted.size);
  sum.shown += accepted.size;
  for (const group of accepted) settle(group, teacher, sum);
  return groups.filter((group) => !accepted.has(group));
}

function giveAccount(group: Group, teacher: Teacher, sum: Tally): void {
  const { glAccount } = mostBooked(group.lines);
  const shown = teacher.shown(group.lines);
  if (shown !== null) sum.shown++;
  const place = teacher.likelyFor(group.lines[0]?.description ?? '').indexOf(glAccount);
  const chosen = CHOICE_KEYS + (place < 0 ? glAccount.length : place + 1);
  sum.keys += shown?.glAccount === glAccount ? ACCEPT_KEYS : chosen;
  settle(group, teacher, sum);
}

/** The group has its account now, and the list its keyword. */
function settle({ phrase, lines }: Group, teacher: Teacher, sum: Tally): void {
  const { glAccount, count } = mostBooked(lines);
  sum.typed += CHOICE_KEYS + glAccount.length;
  sum.right += count;
  if (phrase !== null) teacher.learn(phrase, glAccount);
}

type Teacher = ReturnType<typeof createTeacher>;

/** What the screens would show; the bands stay those of the list at the beginning, as there. */
function createTeacher(list: readonly Mapping[]) {
  const likely = trainAtOnce(list);
  const bands = runToEnd(calibrate(likely));
  const guessesFor = (description: string) => {
    const judged = judge(likely, description);
    const bandOf = bandsOf(judged, bands);
    return judged.guesses.flatMap(({ glAccount }, i) => {
      const band = bandOf[i] ?? 'none';
      return band === 'none' ? [] : [{ glAccount, band, reason: { keywords: [], words: [] } }];
    });
  };
  return {
    /** The account that is shown for a group; null for none. */
    shown: (lines: readonly LabelledLine[]) =>
      agreedGuess(
        spread([...new Set(lines.map(({ description }) => description))], GUESSED_LINES).map(guessesFor),
      ),
    /** The accounts that the choice begins with. */
    likelyFor: (description: string) => guessesFor(description).map(({ glAccount }) => glAccount),
    learn: (keyword: string, glAccount: string) =>
      likely.apply([makeMapping({ description: keyword, glAccount })], []),
  };
}

function mostBooked(group: readonly LabelledLine[]): { readonly glAccount: string; readonly count: number } {
  const counts = new Map<string, number>();
  for (const { glAccount } of group) counts.set(glAccount, (counts.get(glAccount) ?? 0) + 1);
  const [[glAccount, count] = ['', 0]] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return { glAccount, count };
}
