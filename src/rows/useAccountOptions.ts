import { useMemo } from 'react';
import type { GuessedAccount } from '#contract/ledger.ts';
import type { AccountUse } from '#contract/table.ts';
import { isNoMatch } from '#model/mapping.ts';
import { guessWords } from '#model/text/guessWords.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import type { ChartView } from '../services/chart.ts';
import type { LedgerRun } from '../services/ledger.ts';
import { useAnswer } from '../ui/useAnswer.ts';

/** More are found by typing. */
const MAX_SHOWN = 50;

/**
 * An account that can be taken. `chart`: of the chart, and no mapping has it; `new`: neither has it; `none`: takes the
 * row's own account back.
 */
export type AccountOption = {
  readonly kind: 'likely' | 'in-use' | 'chart' | 'new' | 'none';
  readonly glAccount: string;
  /** Blank where the chart has none. */
  readonly name: string;
  /** What speaks for it, in words. */
  readonly note: string;
};

type AccountOptions = {
  readonly options: readonly AccountOption[];
  /** Accounts that there is no room for. */
  readonly more: number;
  readonly isLoading: boolean;
};

/** Likely accounts; `isLate`: the list had been touched when they came. */
type Guesses = { readonly found: readonly GuessedAccount[]; readonly isLate: boolean };
const NO_GUESSES: Guesses = { found: [], isLate: false };

/**
 * The accounts to choose from for a row: the likely ones, those in use, and the others of the chart; with a typed text,
 * the accounts that contain it in code or name, best first, and the text itself. Retired accounts come last. The likely ones come first as soon as they are known; if
 * somebody has touched the list by then, they are marked where they stand, so that nothing moves under the pointer or the mark.
 */
export function useAccountOptions(
  run: Pick<LedgerRun, 'accountsInUse' | 'likelyAccounts'> | null,
  chart: ChartView | null,
  row: number,
  typed: string,
  isChosen: boolean,
  isTouched: { readonly current: boolean },
): AccountOptions {
  const { answer: accounts } = useAnswer(() => run?.accountsInUse() ?? null, [run, row]);
  const { answer: guesses } = useAnswer(
    async () => run && { found: await likelyFor(run, row), isLate: isTouched.current },
    [run, row],
  );

  return useMemo(() => {
    const query = typed.trim();
    const isLoading = accounts === null || (query === '' && guesses === null);
    if (accounts === null) return { options: [], more: 0, isLoading };
    const { found, isLate } = guesses ?? NO_GUESSES;
    const known = allOptions(accounts, found, chart);
    const untyped = () => (isLate ? known : likelyFirst(known, found));
    const all = query === '' ? untyped() : matching(known, query);
    const options = all.slice(0, MAX_SHOWN);
    if (query === '' && isChosen) options.push(NONE);
    const isKnown = known.some(({ glAccount }) => glAccount === query);
    if (query !== '' && !isKnown && !isNoMatch(query)) options.push(newOption(query, chart));
    return { options, more: Math.max(0, all.length - MAX_SHOWN), isLoading };
  }, [accounts, guesses, chart, typed, isChosen]);
}

const NONE: AccountOption = {
  kind: 'none',
  glAccount: '',
  name: '',
  note: rowAccountMessages.takeBack,
};

function newOption(glAccount: string, chart: ChartView | null): AccountOption {
  const hasChart = chart !== null && chart.accounts.length > 0;
  return {
    kind: 'new',
    glAccount,
    name: '',
    note: hasChart ? rowAccountMessages.notInChart : rowAccountMessages.newAccount,
  };
}

/** An account that is only frequent says nothing about this row. */
const hasReason = ({ reason }: GuessedAccount) => reason.keywords.length + reason.words.length > 0;

async function likelyFor(run: Pick<LedgerRun, 'likelyAccounts'>, row: number) {
  try {
    return (await run.likelyAccounts([row]))?.[0]?.filter(hasReason) ?? [];
  } catch (error) {
    // Without its code there are no likely accounts; the others can still be chosen.
    console.error('The likely accounts were not loaded:', error);
    return [];
  }
}

/** The accounts in use, those with most mappings first, then the others of the chart; retired ones at the end. */
function allOptions(
  accounts: readonly AccountUse[],
  guesses: readonly GuessedAccount[],
  chart: ChartView | null,
): AccountOption[] {
  const likely = new Map(guesses.map((guess) => [guess.glAccount, guess]));
  const inUse = accounts.map((account) => {
    const guess = likely.get(account.glAccount);
    return guess === undefined ? optionOf(account) : likelyOption(guess, account.mappings);
  });
  if (chart === null || chart.accounts.length === 0) return inUse;
  const codes = new Set(accounts.map(({ glAccount }) => glAccount));
  const unused = chart.accounts.filter(({ code }) => !codes.has(code)).map(unusedOption);
  const named = [...inUse, ...unused].map((option) => withName(option, chart));
  const isRetired = ({ glAccount }: AccountOption) => chart.byCode.get(glAccount)?.isRetired === true;
  return [...named.filter((option) => !isRetired(option)), ...named.filter(isRetired)];
}

/** The likely ones, best first, before the others. */
function likelyFirst(options: readonly AccountOption[], guesses: readonly GuessedAccount[]): AccountOption[] {
  const byAccount = new Map(options.map((option) => [option.glAccount, option]));
  const likely = guesses.map((guess) => byAccount.get(guess.glAccount) ?? likelyOption(guess, 0));
  return [...likely, ...options.filter(({ kind }) => kind !== 'likely')];
}

const unusedOption = ({ code }: { readonly code: string }): AccountOption => ({
  kind: 'chart',
  glAccount: code,
  name: '',
  note: rowAccountMessages.noMapping,
});

function withName(option: AccountOption, chart: ChartView): AccountOption {
  const account = chart.byCode.get(option.glAccount);
  if (account === undefined) return { ...option, note: `${option.note}, ${rowAccountMessages.notInChart}` };
  const note = account.isRetired ? `retired, ${option.note}` : option.note;
  return { ...option, name: account.name, note };
}

/** The options that contain the text in code or name: equal codes first, then those that begin with it. */
function matching(options: readonly AccountOption[], typed: string): AccountOption[] {
  const query = typed.toLowerCase();
  const rank = ({ glAccount }: AccountOption) => {
    const text = glAccount.toLowerCase();
    return text === query ? 0 : text.startsWith(query) ? 1 : 2;
  };
  return options
    .filter(({ glAccount, name }) => `${glAccount}\n${name}`.toLowerCase().includes(query))
    .toSorted((a, b) => rank(a) - rank(b));
}

const optionOf = ({ glAccount, mappings }: AccountUse): AccountOption => ({
  kind: 'in-use',
  glAccount,
  name: '',
  note: rowAccountMessages.mappings(mappings),
});

function likelyOption(guess: GuessedAccount, mappings: number): AccountOption {
  const { glAccount } = guess;
  const note = `${guessWords(guess)}, ${rowAccountMessages.mappings(mappings)}`;
  return { kind: 'likely', glAccount, name: '', note };
}
