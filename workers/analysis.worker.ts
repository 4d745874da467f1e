import { expose } from 'comlink';
import { createAnalysisEntry } from './analysis/entry.ts';
import { tellLife } from './tellLife.ts';

tellLife();
expose(createAnalysisEntry(), self);
