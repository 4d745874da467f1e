import { useCallback, useState } from 'react';

/** Whether something is under way, and what runs it: `const [isSaving, whileSaving] = useBusy()`. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false);
  const whileBusy = useCallback(async <T>(work: () => Promise<T>): Promise<T> => {
    setBusy(true);
    try {
      return await work();
    } finally {
      setBusy(false);
    }
  }, []);
  return [isBusy, whileBusy] as const;
}
