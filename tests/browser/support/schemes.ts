import { firstByStage } from '../../support/fullRun.ts';

/** The colour schemes in which screens are examined as a whole; classifier.test.tsx takes both every time. */
export const SCHEMES: readonly ('light' | 'dark')[] = firstByStage(['light', 'dark']);
