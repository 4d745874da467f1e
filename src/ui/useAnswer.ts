import { useEffect, useRef, useState } from 'react';

type Latest<Answer> = {
  /** Of the last question that had one; null until there is one. */
  readonly answer: Answer | null;
  /** Whether the last question had none, and why. */
  readonly hasFailed: boolean;
  readonly error: unknown;
};

const NOTHING = { answer: null, hasFailed: false, error: null };

/**
 * Asks again whenever something in `of` is another one; the answer before stays until then, and answers that come too late
 * are dropped.
 * @param ask returns null where there is nothing to ask; then, and after an answer of null, what is known stays
 * @param of what the answer depends on, always as many
 * @param delay pause in milliseconds before the question; missing: none
 */
export function useAnswer<Answer>(
  ask: () => Promise<Answer | null> | null,
  of: readonly unknown[],
  delay?: number,
): Latest<Answer> {
  const [latest, setLatest] = useState<Latest<Answer>>(NOTHING);
  const latestAsk = useRef(ask);
  latestAsk.current = ask;
  useEffect(() => {
    let isOver = false;
    const run = () => {
      latestAsk.current()?.then(
        (answer) =>
          !isOver && setLatest((last) => ({ answer: answer ?? last.answer, hasFailed: false, error: null })),
        (error: unknown) => {
          console.error('There was no answer:', error);
          if (!isOver) setLatest((last) => ({ ...last, hasFailed: true, error }));
        },
      );
    };
    const timer = delay === undefined ? undefined : setTimeout(run, delay);
    if (delay === undefined) run();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [...of, delay]);
  return latest;
}

/**
 * The answer to a question that changes while somebody types: it is asked when typing pauses. Null until the answer to
 * this question is here; `failed` when there is none.
 * @param question another one is asked again; null asks nothing
 * @param delay pause in milliseconds
 * @param revision with another one the same question is asked again; its former answer stays until then
 */
export function useSettledAnswer<Answer>(
  question: string | null,
  ask: () => Promise<Answer>,
  delay: number,
  revision?: unknown,
): Answer | 'failed' | null {
  const { answer: known } = useAnswer(
    () =>
      question === null
        ? null
        : ask().then(
            (answer) => ({ of: question, answer }),
            (error) => failed(question, error),
          ),
    [question, revision],
    delay,
  );
  return known !== null && known.of === question ? known.answer : null;
}

function failed(of: string, error: unknown) {
  console.error('There was no answer:', error);
  return { of, answer: 'failed' as const };
}
