import { useEffect, useRef, useState } from 'react';

type Known<Answer> = { readonly of: string; readonly answer: Answer | 'failed' };

/**
 * The answer to a question that changes while somebody types: it is asked when typing pauses. Null until the answer to
 * this question is here; `failed` when there is none.
 * @param question another one is asked anew; null asks nothing
 * @param delay pause in milliseconds
 */
export function useSettledAnswer<Answer>(
  question: string | null,
  ask: () => Promise<Answer>,
  delay: number,
): Answer | 'failed' | null {
  const [known, setKnown] = useState<Known<Answer> | null>(null);
  const latest = useRef(ask);
  latest.current = ask;
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
  }, [question, delay]);
  return known !== null && known.of === question ? known.answer : null;
}
