import { get, ref, update } from 'firebase/database';
import { firstValue, openClientAt, type TestClient } from '../../../server/database/support/client.ts';
import type { TreeValue } from '../actions.ts';
import type { Verdict } from './DocumentListen.ts';

/** Keys that the SDK cannot read are refused by itself, or by the embedded backend before it asks the rules. */
const REFUSAL =
  /permission.denied|^INVALID_DATA: Key "(__proto__|hasOwnProperty)" cannot be read|^obj\.hasOwnProperty is not/i;

/** The Realtime Database through the SDK, over WebSocket, as far as the permission suites need it. */
export class TreeCalls {
  readonly #client: TestClient;

  /** @param address e.g. `ws://127.0.0.1:8080?ns=demo` */
  constructor(address: string, token: string | null) {
    this.#client = openClientAt(address, token);
  }

  get(path: string): Promise<Verdict> {
    return verdictOf(() => get(this.#ref(path)));
  }

  listen(path: string): Promise<Verdict> {
    return verdictOf(() => firstValue(this.#ref(path)));
  }

  /** By an update of one place, as the app would: the embedded backend has no other writes. */
  set(path: string, value: TreeValue): Promise<Verdict> {
    return this.update('', path === '' ? (value as Readonly<Record<string, TreeValue>>) : { [path]: value });
  }

  update(path: string, values: Readonly<Record<string, TreeValue>>): Promise<Verdict> {
    return verdictOf(() => update(this.#ref(path), values));
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #ref(path: string) {
    return path === '' ? ref(this.#client.database) : ref(this.#client.database, path);
  }
}

/** The SDK throws at once what it does not send. */
async function verdictOf(call: () => Promise<unknown>): Promise<Verdict> {
  try {
    await call();
    return 'allowed';
  } catch (error) {
    if (error instanceof Error && REFUSAL.test(error.message)) return 'refused';
    throw error;
  }
}
