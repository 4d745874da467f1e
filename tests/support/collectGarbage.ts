import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects everything that nothing holds any more. */
export async function collectGarbage(): Promise<void> {
  // What a WeakRef refers to is held until the end of the turn that has asked for it.
  await nextTurn();
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
