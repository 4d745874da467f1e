import { useCallback, useRef } from 'react';
import { useStatus } from './status/useStatus.ts';
import { useBusy } from './useBusy.ts';

/**
 * Runs something and shows how it went: `const [isExporting, report] = useReported(() => messages.exportFailed)`. `report`
 * takes work that answers the text to be shown, or null for none; the error of work that fails goes to the console.
 * @param failureText what is shown then
 */
export function useReported(failureText: (error: unknown) => string) {
  const { show } = useStatus();
  const [isBusy, whileBusy] = useBusy();
  const latest = useRef(failureText);
  latest.current = failureText;
  const report = useCallback(
    (work: () => Promise<string | null>) =>
      whileBusy(async () => {
        try {
          const text = await work();
          if (text !== null) show(text);
        } catch (error) {
          console.error(latest.current(error), error);
          show(latest.current(error));
        }
      }),
    [show, whileBusy],
  );
  return [isBusy, report] as const;
}
