import { bandsOf, calibrate, judge } from '#engine/guess/bands.ts';
import { runToEnd, trainAtOnce } from '#engine/guess/train.ts';
import { groupLines } from '#engine/unmatched/groupLines.ts';
import type { Mapping } from '#model/mapping.ts';
import { agreedGuess, GUESSED_LINES, spread } from '#workers/ledger/guess/agreedGuess.ts';
import type { LabelledLine } from './labelledLists.ts';

/** Keys besides those of the account's code: the choice, the account, the mapping. */
const CHOICE_KEYS = 3;
/** The likely account, the mapping. */
const ACCEPT_KEYS = 2;

/**
 * What it takes to give all unmatched lines an account on the page of groups, by somebody who knows what was booked: the
 * account that most lines of a group were booked to is accepted where it is the likely one that is shown, else typed. Beside
 * it, what it takes where no account is shown.
 */
export function printTeaching(name: string, list: readonly Mapping[], lines: readonly LabelledLine[]): void {
  const groups = runToEnd(
    groupLines(
      lines.map(({ description }) => description),
      list,
    ),
  ).map((group) => group.lines.map((line) => lines[line] as LabelledLine));
  const guess = guesser(list);
  const sum = { right: 0, typed: 0, accepted: 0, shown: 0, strong: 0, strongRight: 0 };
  for (const group of groups) {
    const { glAccount, count } = mostBooked(group);
    const shown = guess([...new Set(group.map(({ description }) => description))]);
    const choice = CHOICE_KEYS + glAccount.length;
    sum.right += count;
    sum.typed += choice;
    sum.accepted += shown?.glAccount === glAccount ? ACCEPT_KEYS : choice;
    if (shown !== null) sum.shown++;
    if (shown?.band !== 'strong') continue;
    sum.strong += group.length;
    sum.strongRight += group.filter((line) => line.glAccount === shown.glAccount).length;
  }
  const percent = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(0)} %`;
  console.log(
    `${name}: ${groups.length} groups of ${lines.length} lines, ${sum.shown} with a likely account; ${sum.typed} keys → ` +
      `${sum.accepted} (${percent(sum.typed - sum.accepted, sum.typed)} fewer); right ${percent(sum.right, lines.length)}; ` +
      `lines in groups called likely: ${sum.strong}, right ${percent(sum.strongRight, sum.strong)}`,
  );
}

/** The account that is shown for a group with these descriptions; null for none. */
function guesser(list: readonly Mapping[]) {
  const likely = trainAtOnce(list);
  const bands = runToEnd(calibrate(likely));
  return (descriptions: readonly string[]) =>
    agreedGuess(
      spread(descriptions, GUESSED_LINES).map((description) => {
        const judged = judge(likely, description);
        const bandOf = bandsOf(judged, bands);
        return judged.guesses.flatMap(({ glAccount }, i) => {
          const band = bandOf[i] ?? 'none';
          return band === 'none' ? [] : [{ glAccount, band, reason: { keywords: [], words: [] } }];
        });
      }),
    );
}

function mostBooked(group: readonly LabelledLine[]): { readonly glAccount: string; readonly count: number } {
  const counts = new Map<string, number>();
  for (const { glAccount } of group) counts.set(glAccount, (counts.get(glAccount) ?? 0) + 1);
  const [[glAccount, count] = ['', 0]] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return { glAccount, count };
}
