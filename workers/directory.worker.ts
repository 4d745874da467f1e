import { createDirectoryApi } from './directory/directoryApi.ts';
import { exposeWorker } from './exposeWorker.ts';

exposeWorker(createDirectoryApi());
