import { useMemo } from 'react';
import type { GuessedAccount } from '#contract/ledger.ts';
import type { AccountUse } from '#contract/table.ts';
import { isNoMatch } from '#model/mapping.ts';
import { guessWords } from '#model/text/guessWords.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import type { ChartView } from '../services/chart.ts';
import type { LedgerRun } from '../services/ledger.ts';
import { bestMatches, type ComboOption, MAX_OPTIONS } from '../ui/ComboList.tsx';
import { useAnswer } from '../ui/useAnswer.ts';

/**
 * An account that can be taken. `new`: neither a mapping nor the chart has it; `none`: takes the row's own account back. The
 * name is blank where the chart has none; the note says in words what speaks for it.
 */
export type AccountOption = ComboOption & { readonly kind: 'likely' | 'known' | 'new' | 'none' };

export type AccountOptions = {
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
    const known = knownOptions(accounts, found, chart);
    const all = query === '' && !isLate ? likelyFirst(known, found) : bestMatches(known, query);
    const options = all.slice(0, MAX_OPTIONS);
    if (query === '' && isChosen) options.push(NONE);
    const isKnown = known.some(({ value }) => value === query);
    if (query !== '' && !isKnown && !isNoMatch(query)) options.push(newOption(query, chart));
    return { options, more: Math.max(0, all.length - MAX_OPTIONS), isLoading };
  }, [accounts, guesses, chart, typed, isChosen]);
}

const NONE: AccountOption = { kind: 'none', value: '', note: rowAccountMessages.takeBack };

const hasAccounts = (chart: ChartView | null) => chart !== null && chart.accounts.length > 0;

function newOption(value: string, chart: ChartView | null): AccountOption {
  const { notInChart, newAccount } = rowAccountMessages;
  return { kind: 'new', value, note: hasAccounts(chart) ? notInChart : newAccount };
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
function knownOptions(
  accounts: readonly AccountUse[],
  guesses: readonly GuessedAccount[],
  chart: ChartView | null,
): readonly AccountOption[] {
  const uses = new Map(accounts.map(({ glAccount, mappings }) => [glAccount, mappings]));
  const likely = new Map(guesses.map((guess) => [guess.glAccount, guess]));
  const charted = new Map(chart?.accounts.map((account) => [account.code, account]));
  const isRetired = (code: string) => charted.get(code)?.isRetired === true;
  const optionOf = (code: string): AccountOption => {
    const [guess, mappings, account] = [likely.get(code), uses.get(code), charted.get(code)];
    const notes = [
      isRetired(code) ? 'retired' : '',
      guess === undefined ? '' : guessWords(guess),
      mappings === undefined ? rowAccountMessages.noMapping : rowAccountMessages.mappings(mappings),
      hasAccounts(chart) && account === undefined ? rowAccountMessages.notInChart : '',
    ];
    const kind = guess === undefined ? 'known' : 'likely';
    return {
      kind,
      value: code,
      name: account?.name ?? '',
      note: notes.filter((note) => note !== '').join(', '),
    };
  };
  const codes = [...new Set([...uses.keys(), ...charted.keys(), ...likely.keys()])];
  return codes.toSorted((a, b) => Number(isRetired(a)) - Number(isRetired(b))).map(optionOf);
}

/** The likely ones, best first, before the others. */
function likelyFirst(options: readonly AccountOption[], guesses: readonly GuessedAccount[]) {
  const places = new Map(guesses.map(({ glAccount }, place) => [glAccount, place]));
  const placeOf = ({ value }: AccountOption) => places.get(value) ?? guesses.length;
  return options.toSorted((a, b) => placeOf(a) - placeOf(b));
}
