import { runInThread } from './readInTime.ts';

await runInThread(import.meta.url, 'analyze', () => import('./analyzeProgram.ts'));
