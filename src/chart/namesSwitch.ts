const STORAGE_KEY = 'account-names';
const OFF = 'off';

/** Whether names stand beside codes in results and exports: unless they were switched off in this browser. */
export function areNamesOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== OFF;
  } catch {
    // Storage is blocked.
    return true;
  }
}

/** For all screens of this browser. */
export function switchNames(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, OFF);
  } catch (error) {
    console.warn('The choice of account names will be gone with the page:', error);
  }
}
