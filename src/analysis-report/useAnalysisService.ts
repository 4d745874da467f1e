import { useCallback, useEffect, useRef } from 'react';
import type { AnalysisService } from '../services/analysis.ts';

/**
 * The analysis worker: started when first needed, ended with the screen.
 * @param onEnd it has ended by itself; the next call starts another one
 */
export function useAnalysisService(
  startAnalysis: () => AnalysisService,
  onEnd: () => void,
): () => AnalysisService {
  const started = useRef<AnalysisService | null>(null);
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(
    () => () => {
      started.current?.stop();
      started.current = null;
    },
    [],
  );
  return useCallback(() => {
    if (started.current !== null) return started.current;
    const begun = startAnalysis();
    begun.watchEnd(() => {
      started.current = null;
      latest.current();
    });
    started.current = begun;
    return begun;
  }, [startAnalysis]);
}
