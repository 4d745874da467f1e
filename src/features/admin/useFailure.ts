import { useEffect, useRef, useState } from 'react';
import { useStatus } from '../../ui/status/useStatus.ts';

type Failure = {
  readonly text: string | null;
  /** Says it in the dialog, or, when that was closed meanwhile, on the page. Null takes it away. */
  readonly say: (text: string | null) => void;
};

/** Why a dialog could not do what it was asked. */
export function useFailure(): Failure {
  const { show } = useStatus();
  const [text, setText] = useState<string | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return {
    text,
    say: (next) => {
      if (next !== null && !isOpen.current) show(next);
      else setText(next);
    },
  };
}
