import { ignoreAfterExit } from './workerLink.ts';

/** More answers than a screen ever needs. */
const MAX_ANSWERS = 5_000;

/** A worker's answers by key. Those that one drawing needs are requested together, each of them once. */
export class AnswerCache<Key, Answer> {
  /** Undefined for what was requested, and what has no answer. */
  #answers = new Map<Key, Answer | undefined>();
  #wanted: Key[] = [];

  /**
   * @param request answers in the given order; keys whose request rejects are requested again when they are needed next
   * @param onAnswers called when answers that were requested have come
   */
  constructor(
    private readonly request: (keys: readonly Key[]) => Promise<readonly (Answer | undefined)[]>,
    private readonly onAnswers: (keys: readonly Key[]) => void,
  ) {}

  /** Undefined until it is known; it is requested then. */
  get(key: Key): Answer | undefined {
    if (!this.#answers.has(key)) this.#want(key);
    return this.#answers.get(key);
  }

  /** Takes the place of the oldest answer where there are too many; that is requested again if need be. */
  set(key: Key, answer: Answer | undefined): void {
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
  }

  /** What does not pass is requested again. */
  keepOnly(isValid: (key: Key, answer: Answer | undefined) => boolean): void {
    for (const [key, answer] of this.#answers) if (!isValid(key, answer)) this.#answers.delete(key);
  }

  /** Call it when the keys mean other things: answers that are under way are dropped, too. */
  clear(): void {
    this.#answers = new Map();
  }

  #want(key: Key): void {
    if (this.#wanted.length === 0) queueMicrotask(() => ignoreAfterExit(this.#requestWanted()));
    this.#wanted.push(key);
    this.set(key, undefined);
  }

  async #requestWanted(): Promise<void> {
    const answers = this.#answers;
    const keys = this.#wanted;
    this.#wanted = [];
    const found = await this.request(keys).catch((error: unknown) => {
      for (const key of keys) answers.delete(key);
      throw error;
    });
    if (answers !== this.#answers) return;
    keys.forEach((key, i) => {
      if (found[i] !== undefined) this.set(key, found[i]);
    });
    this.onAnswers(keys);
  }
}
