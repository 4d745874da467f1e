import { createAnalysisApi } from './analysis/analysisApi.ts';
import { exposeWorker } from './exposeWorker.ts';

exposeWorker(createAnalysisApi());
