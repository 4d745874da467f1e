import {
  FEW_MAPPINGS,
  MANY_MAPPINGS,
  MAX_NEAR_LENGTH,
  MIN_NEAR_LENGTH,
  SEVERAL_MAPPINGS,
} from '#model/health.ts';

/** An account that is not in the chart, or that is probably another one. */
type DoubtfulAccount = {
  /** Near which one it is; null for none. */
  readonly near: string | null;
  /** Whether that one was probably meant. */
  readonly isSlip: boolean;
};

/**
 * The accounts that are doubtful (docs/health.md). With a chart: those that are not in it; one that several mappings have is
 * no slip. Without one: those of few
 * mappings that differ by a letter from one of many, and those that differ from one of more mappings in case or spaces
 * alone. Linear in the length of the accounts times that of the longest, which is limited.
 *
 * @param numbers the accounts in use with the numbers of their mappings
 * @param chart the codes of the chart of accounts; null where there is none
 */
export function findDoubtfulAccounts(
  numbers: ReadonlyMap<string, number>,
  chart: Iterable<string> | null,
): Map<string, DoubtfulAccount> {
  const codes = chart === null ? null : new Set(Array.from(chart, (code) => code.trim()));
  const known = codes ?? new Set(numbers.keys());
  const mayBeMeant = (account: string, meant: string): boolean =>
    codes !== null || hasFewAgainstMany(numbers, account, meant);
  const neighbours = new Neighbours(known);
  const doubtful = new Map<string, DoubtfulAccount>();
  for (const [account, count] of numbers) {
    if (codes?.has(account)) continue;
    const meant = neighbours.of(account).filter((other) => mayBeMeant(account, other));
    const near = best(meant, account, numbers);
    const isSlip = near !== null && (codes === null || count < SEVERAL_MAPPINGS);
    if (isSlip || codes !== null) doubtful.set(account, { near, isSlip });
  }
  return doubtful;
}

function hasFewAgainstMany(numbers: ReadonlyMap<string, number>, account: string, meant: string): boolean {
  const [few = 0, many = 0] = [numbers.get(account), numbers.get(meant)];
  if (fold(account) === fold(meant)) return many > few || (many === few && meant < account);
  return few <= FEW_MAPPINGS && many >= MANY_MAPPINGS;
}

/** One that differs in case or spaces alone, else the one with most mappings, else the first by code units. */
function best(
  accounts: readonly string[],
  account: string,
  numbers: ReadonlyMap<string, number>,
): string | null {
  const isAlike = (other: string) => (fold(other) === fold(account) ? 1 : 0);
  const [first = null] = [...accounts].sort(
    (a, b) =>
      isAlike(b) - isAlike(a) ||
      (numbers.get(b) ?? 0) - (numbers.get(a) ?? 0) ||
      (a < b ? -1 : a > b ? 1 : 0),
  );
  return first;
}

/**
 * Whether two accounts are the same apart from case and spaces, or one letter apart: one character (UTF-16 unit) is added,
 * left out or another one, or two that follow each other are swapped.
 */
export function isNear(a: string, b: string): boolean {
  if (a === b) return false;
  if (fold(a) === fold(b)) return true;
  if (Math.min(a.length, b.length) < MIN_NEAR_LENGTH) return false;
  return Math.max(a.length, b.length) <= MAX_NEAR_LENGTH && isOneOff(a, b);
}

function isOneOff(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1)) return true;
  return restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0];
}

function fold(account: string): string {
  return account.toLowerCase().replace(/\s+/g, '');
}

/** Finds the accounts near another one: two that are a letter apart have a text in common that lacks one letter of each. */
class Neighbours {
  readonly #byText = new Map<string, string[]>();

  constructor(accounts: Iterable<string>) {
    for (const account of accounts) for (const text of textsOf(account)) this.#add(text, account);
  }

  /** In no order, each once, without the account itself. */
  of(account: string): string[] {
    const found = new Set<string>();
    for (const text of textsOf(account)) {
      for (const other of this.#byText.get(text) ?? []) if (isNear(account, other)) found.add(other);
    }
    return [...found];
  }

  #add(text: string, account: string): void {
    const accounts = this.#byText.get(text);
    if (accounts) accounts.push(account);
    else this.#byText.set(text, [account]);
  }
}

/** The account without case and spaces, marked as such; itself; and itself without each of its letters. */
function textsOf(account: string): Set<string> {
  const texts = new Set([` ${fold(account)}`]);
  if (account.length > MAX_NEAR_LENGTH || account.length < MIN_NEAR_LENGTH) return texts;
  texts.add(account);
  for (let i = 0; i < account.length; i++) texts.add(account.slice(0, i) + account.slice(i + 1));
  return texts;
}
