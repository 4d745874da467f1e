import type { StatementApi } from '#contract/statement.ts';
import { exposeWorker } from './exposeWorker.ts';
import { readStatement } from './statement/readStatement.ts';

exposeWorker({ read: readStatement } satisfies StatementApi);
