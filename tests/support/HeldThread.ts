import { scryptSync } from 'node:crypto';
import { EventEmitter } from 'node:events';

type Task = {
  readonly password: string;
  readonly salt: Uint8Array;
  readonly parameters: { readonly cost: number; readonly r: number; readonly p: number };
  readonly bytes: number;
};

let isHeld = false;
let held: (() => void)[] = [];

/** From now on no password is checked. */
export function holdThreads(): void {
  isHeld = true;
}

/** Checks what was held, and everything that comes. */
export function releaseThreads(): void {
  isHeld = false;
  for (const check of held) check();
  held = [];
}

/** In the place of the `Worker` of node:worker_threads that checks passwords: checks them here, unless held. */
export class HeldThread extends EventEmitter {
  postMessage({ password, salt, parameters: { cost, r, p }, bytes }: Task): void {
    const check = () => this.emit('message', scryptSync(password, salt, bytes, { N: 2 ** cost, r, p }));
    if (isHeld) held.push(check);
    else setImmediate(check);
  }
  ref(): void {}
  unref(): void {}
  async terminate(): Promise<void> {}
}
