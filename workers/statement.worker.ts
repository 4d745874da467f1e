import { exposeWorker } from './exposeWorker.ts';
import { statementApi } from './statement/statementApi.ts';

exposeWorker(statementApi);
