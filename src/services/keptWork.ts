import { dropKept } from '../../workers/ledger/browserKeep.ts';
import { KEPT_WORK_PREFIX } from '../model/keptWork.ts';

/** Forgets the texts and edits that the Classifier screen kept in this browser, whoever's they are. */
export const dropKeptWork = (): Promise<void> => dropKept(KEPT_WORK_PREFIX);
