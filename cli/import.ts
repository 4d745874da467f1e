import { runInThread } from './readInTime.ts';

await runInThread(import.meta.url, 'import', () => import('./importProgram.ts'));
