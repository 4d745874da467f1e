import { useEffect, useMemo, useState } from 'react';
import type { AccountInUse, GuessedAccount } from '#contract/ledger.ts';
import { isNoMatch } from '#model/mapping.ts';
import type { LedgerRun } from '../../services/ledger.ts';

/** More are found by typing. */
const MAX_SHOWN = 50;

/** An account that can be taken. `new`: no mapping has it; `none`: takes the row's own account back. */
export type AccountOption = {
  readonly kind: 'likely' | 'in-use' | 'new' | 'none';
  readonly glAccount: string;
  /** What speaks for it, in words. */
  readonly note: string;
};

type AccountOptions = {
  readonly options: readonly AccountOption[];
  /** Accounts that there is no room for. */
  readonly more: number;
  readonly isLoading: boolean;
};

/**
 * The accounts to choose from for a row: the likely ones and those in use; with a typed text, the accounts that contain
 * it, best first, and the text itself. Nothing is shown before both are known, so that nothing moves under the pointer.
 */
export function useAccountOptions(
  run: LedgerRun | null,
  row: number,
  typed: string,
  isChosen: boolean,
): AccountOptions {
  const [guesses, setGuesses] = useState<readonly GuessedAccount[] | null>(null);
  const [accounts, setAccounts] = useState<readonly AccountInUse[] | null>(null);
  useEffect(() => {
    let isOver = false;
    const set = (change: () => void) => !isOver && change();
    run?.accountsInUse().then((found) => set(() => setAccounts(found)), report);
    run?.likelyAccounts([row]).then(
      (found) => set(() => setGuesses((found?.[0] ?? []).filter(hasReason))),
      // Without its code there are no likely accounts; the others can still be chosen.
      (error: unknown) => {
        report(error);
        set(() => setGuesses([]));
      },
    );
    return () => {
      isOver = true;
    };
  }, [run, row]);

  return useMemo(() => {
    const query = typed.trim();
    const isLoading = accounts === null || (query === '' && guesses === null);
    if (isLoading) return { options: [], more: 0, isLoading };
    const all = query === '' ? suggested(accounts, guesses ?? []) : matching(accounts, guesses ?? [], query);
    const options = all.slice(0, MAX_SHOWN);
    if (query === '' && isChosen) options.push(NONE);
    const isKnown = accounts.some(({ glAccount }) => glAccount === query);
    if (query !== '' && !isKnown && !isNoMatch(query))
      options.push({ kind: 'new', glAccount: query, note: 'new account' });
    return { options, more: Math.max(0, all.length - MAX_SHOWN), isLoading };
  }, [accounts, guesses, typed, isChosen]);
}

const NONE: AccountOption = { kind: 'none', glAccount: '', note: 'Take the account of this row back' };

/** An account that is only frequent says nothing about this row. */
const hasReason = ({ reason }: GuessedAccount) => reason.keywords.length + reason.words.length > 0;

const report = (error: unknown) => console.error('The accounts to choose from were not loaded:', error);

/** The likely accounts, and below them those in use. */
function suggested(accounts: readonly AccountInUse[], guesses: readonly GuessedAccount[]): AccountOption[] {
  const likely = new Map(guesses.map((guess) => [guess.glAccount, guess]));
  const numbers = new Map(accounts.map((account) => [account.glAccount, account.mappings]));
  return [
    ...guesses.map((guess) => likelyOption(guess, numbers.get(guess.glAccount) ?? 0)),
    ...accounts.filter(({ glAccount }) => !likely.has(glAccount)).map(optionOf),
  ];
}

/** The accounts that contain the text: equal ones first, then those that begin with it. */
function matching(
  accounts: readonly AccountInUse[],
  guesses: readonly GuessedAccount[],
  typed: string,
): AccountOption[] {
  const query = typed.toLowerCase();
  const likely = new Map(guesses.map((guess) => [guess.glAccount, guess]));
  const rank = (glAccount: string) => {
    const text = glAccount.toLowerCase();
    return text === query ? 0 : text.startsWith(query) ? 1 : 2;
  };
  return accounts
    .filter(({ glAccount }) => glAccount.toLowerCase().includes(query))
    .toSorted((a, b) => rank(a.glAccount) - rank(b.glAccount))
    .map((account) => {
      const guess = likely.get(account.glAccount);
      return guess === undefined ? optionOf(account) : likelyOption(guess, account.mappings);
    });
}

const optionOf = ({ glAccount, mappings }: AccountInUse): AccountOption => ({
  kind: 'in-use',
  glAccount,
  note: numberOf(mappings),
});

/** `like AMAZON WEB SERVICES, 12 mappings` */
function likelyOption({ glAccount, band, reason }: GuessedAccount, mappings: number): AccountOption {
  const [keyword] = reason.keywords;
  const why = keyword === undefined ? `by ${reason.words.join(', ')}` : `like ${keyword}`;
  const trust = band === 'strong' ? 'Likely' : 'Possible';
  return { kind: 'likely', glAccount, note: `${trust}: ${why}, ${numberOf(mappings)}` };
}

function numberOf(mappings: number): string {
  return mappings === 0
    ? 'chosen for a row'
    : `${mappings.toLocaleString('en-US')} mapping${mappings === 1 ? '' : 's'}`;
}
