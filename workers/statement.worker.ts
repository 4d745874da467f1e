import { expose } from 'comlink';
import type { StatementApi } from '#contract/statement.ts';
import { holdLivenessLock } from './livenessLock.ts';
import { readStatement } from './statement/readStatement.ts';

holdLivenessLock();
expose({ read: readStatement } satisfies StatementApi, self);
