import { runInThread } from './readInTime.ts';

await runInThread(import.meta.url, 'health', () => import('./healthProgram.ts'));
