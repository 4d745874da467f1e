import { runInThread } from './readInTime.ts';

await runInThread(import.meta.url, 'classify', () => import('./classifyProgram.ts'));
