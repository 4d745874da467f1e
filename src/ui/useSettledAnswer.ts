import { useEffect, useRef, useState } from 'react';

type Known<Answer> = { readonly of: string; readonly answer: Answer | 'failed' };

/**
 * The answer to a question that changes while somebody types: it is asked when typing pauses. Null until the answer to
 * this question is here; `failed` when there is none.
 * @param question another one is asked anew; null asks nothing
 * @param delay pause in milliseconds
 * @param revision with another one the same question is asked again; its former answer stays until then
 */
export function useSettledAnswer<Answer>(
  question: string | null,
  ask: () => Promise<Answer>,
  delay: number,
  revision?: unknown,
): Answer | 'failed' | null {
  const [known, setKnown] = useState<Known<Answer> | null>(null);
  const latest = useRef(ask);
  latest.current = ask;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision may have another answer.
  useEffect(() => {
    if (question === null) return;
    let isOver = false;
    const settle = (answer: Answer | 'failed') => !isOver && setKnown({ of: question, answer });
    const timer = setTimeout(() => {
      latest.current().then(settle, (error: unknown) => {
        console.error('There was no answer:', error);
        settle('failed');
      });
    }, delay);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [question, delay, revision]);
  return known !== null && known.of === question ? known.answer : null;
}
