import { expose } from 'comlink';
import { createAnalysisEntry } from './analysis/entry.ts';

expose(createAnalysisEntry(), self);
