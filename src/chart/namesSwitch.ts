import { tryStorage } from '../services/webStorage.ts';

const STORAGE_KEY = 'account-names';
const OFF = 'off';
const LOSS = 'The choice of account names will be gone with the page:';

/** Whether names stand beside codes in results and exports: unless they were switched off in this browser. */
export function areNamesOn(): boolean {
  return tryStorage(LOSS, () => localStorage.getItem(STORAGE_KEY)) !== OFF;
}

/** For all screens of this browser. */
export function switchNames(isOn: boolean): void {
  tryStorage(LOSS, () => {
    if (isOn) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, OFF);
  });
}
