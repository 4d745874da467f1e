import { expose } from 'comlink';
import { createAnalysisApi } from './analysis/analysisApi.ts';
import { holdLivenessLock } from './livenessLock.ts';

holdLivenessLock();
expose(createAnalysisApi(), self);
