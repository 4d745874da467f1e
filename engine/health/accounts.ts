import { foldedAccount, MAX_NEAR_LENGTH, MIN_NEAR_LENGTH } from '#model/health.ts';

/**
 * The accounts that a chart lacks, each with the one of the chart that is near it (docs/health.md), null for none: of several
 * the one that differs in case or spaces alone, then the one with most mappings, then the first by code units. Linear in the
 * length of the accounts times that of the longest, which is limited.
 *
 * @param numbers the accounts in use with the numbers of their mappings
 * @param codes the chart's codes
 */
export function findUnknownAccounts(
  numbers: ReadonlyMap<string, number>,
  codes: ReadonlySet<string>,
): Map<string, string | null> {
  const neighbours = new Neighbours(codes);
  const unknown = [...numbers.keys()].filter((account) => !codes.has(account));
  return new Map(unknown.map((account) => [account, best(neighbours.of(account), account, numbers)]));
}

function best(
  accounts: readonly string[],
  account: string,
  numbers: ReadonlyMap<string, number>,
): string | null {
  const isAlike = (other: string) => (foldedAccount(other) === foldedAccount(account) ? 1 : 0);
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
  if (foldedAccount(a) === foldedAccount(b)) return true;
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
  const texts = new Set([` ${foldedAccount(account)}`]);
  if (account.length > MAX_NEAR_LENGTH || account.length < MIN_NEAR_LENGTH) return texts;
  texts.add(account);
  for (let i = 0; i < account.length; i++) texts.add(account.slice(0, i) + account.slice(i + 1));
  return texts;
}
