import { dropKept } from '../../workers/ledger/browserKeep.ts';
import { KEPT_LIST_PREFIX } from '../model/keptList.ts';

/** Forgets the mapping lists that ledgers have kept in this browser, whoever's they are. */
export const dropKeptLists = (): Promise<void> => dropKept(KEPT_LIST_PREFIX);
