import { it, type TestAPI } from 'vitest';
import { fullRun } from './fullRun.ts';

/** A test that only `npm run test:full` runs. */
export const itInFull: ReturnType<TestAPI['runIf']> = it.runIf(fullRun);
