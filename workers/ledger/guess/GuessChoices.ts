import { get, set } from 'idb-keyval';
import { guessChoicesKey } from '#contract/browserStorage.ts';
import type { GuessedAccount } from '#contract/rows.ts';
import { normalise } from '#engine/normalise.ts';
import { nameWords, tokensOf } from '#engine/unmatched/tokens.ts';
import { isCommonWord } from '#model/commonWords.ts';

/** What a person made of the guesses for lines of one name. */
type Choice = {
  readonly account: string;
  /** How often it was chosen one after another. */
  readonly times: number;
  /** Accounts that came first when another was chosen. */
  readonly refused: readonly string[];
};

/** By name of the lines, those made last behind the others. */
type Choices = ReadonlyMap<string, Choice>;

export type ChoiceStorage = { read(): Promise<Choices | null>; write(choices: Choices): Promise<void> };

/** So many names are remembered, the latest ones. */
const MAX_NAMES = 500;
/** Words of a name, as most groups of lines have. */
const NAME_WORDS = 2;
/** From the second time on a choice is taken for granted. */
const SURE = 2;

/** Stores the choices of the user `uid` in IndexedDB. */
export function openChoiceStorage(uid: string): ChoiceStorage {
  const key = guessChoicesKey(uid);
  return { read: async () => (await get<Choices>(key)) ?? null, write: async (choices) => set(key, choices) };
}

/**
 * What a person accepts and refuses of the guesses, in this browser. Of lines with the same name, the account that was
 * chosen last comes first from then on, and the one that was guessed in its place is not guessed again. Without storage it
 * is remembered until the page is left.
 */
export class GuessChoices {
  readonly #storage: ChoiceStorage;
  #choices: Promise<Map<string, Choice>> | null = null;
  /** Where nothing can be read, nothing is written. */
  #isStored = true;
  /** By name the account that was told first. */
  readonly #told = new Map<string, string>();

  constructor(storage: ChoiceStorage) {
    this.#storage = storage;
  }

  /** The guesses for each description as they are to be shown, at most as many as were given, or one. */
  async applyTo(
    descriptions: readonly string[],
    guesses: readonly (readonly GuessedAccount[])[],
  ): Promise<readonly (readonly GuessedAccount[])[]> {
    const choices = await this.#loaded();
    return descriptions.map((description, i) => {
      const name = nameOf(description);
      const choice = choices.get(name);
      const shown = choice === undefined ? (guesses[i] ?? []) : withChoice(guesses[i] ?? [], choice);
      if (shown[0]) this.#told.set(name, shown[0].glAccount);
      return shown;
    });
  }

  /** Lines got an account from this person; null: it was taken back. */
  async choose(descriptions: readonly string[], glAccount: string | null): Promise<void> {
    const choices = await this.#loaded();
    for (const name of new Set(descriptions.map(nameOf))) {
      const former = choices.get(name);
      choices.delete(name);
      if (glAccount !== null) choices.set(name, choiceOf(glAccount, former, this.#told.get(name)));
    }
    for (const name of [...choices.keys()].slice(0, Math.max(0, choices.size - MAX_NAMES)))
      choices.delete(name);
    if (this.#isStored) await this.#storage.write(choices).catch(warn);
  }

  #loaded(): Promise<Map<string, Choice>> {
    this.#choices ??= this.#storage.read().then(
      (choices) => new Map(choices),
      (error: unknown) => {
        warn(error);
        this.#isStored = false;
        return new Map();
      },
    );
    return this.#choices;
  }
}

function warn(error: unknown): void {
  console.warn('What was chosen in place of guesses is not stored in this browser:', error);
}

/** The first words of a line that can be part of a name; its text where it has none. */
function nameOf(description: string): string {
  const text = normalise(description);
  const words = nameWords(tokensOf(text), isCommonWord).slice(0, NAME_WORDS);
  return words.length > 0 ? words.map((word) => word.text).join(' ') : text;
}

function choiceOf(account: string, former: Choice | undefined, told: string | undefined): Choice {
  const refused = new Set(former?.refused);
  if (told !== undefined) refused.add(told);
  refused.delete(account);
  return {
    account,
    times: former?.account === account ? former.times + 1 : 1,
    refused: [...refused],
  };
}

function withChoice(guesses: readonly GuessedAccount[], choice: Choice): GuessedAccount[] {
  const { account, times, refused } = choice;
  const own = guesses.find(({ glAccount }) => glAccount === account);
  const others = guesses.filter(({ glAccount }) => glAccount !== account && !refused.includes(glAccount));
  const chosen: GuessedAccount = {
    glAccount: account,
    band: times >= SURE ? 'strong' : (own?.band ?? 'weak'),
    reason: { keywords: [], words: [], ...own?.reason, isChosen: true },
  };
  // Only the first can be strong.
  const rest = others.map((other): GuessedAccount => ({ ...other, band: 'weak' }));
  return [chosen, ...rest].slice(0, Math.max(1, guesses.length));
}
