import { exposeWorker } from './exposeWorker.ts';
import { createFirebaseLedger } from './ledger/firebaseLedger.ts';

exposeWorker(createFirebaseLedger());
