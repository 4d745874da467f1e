import { type Limits, RESOURCES, type Resource } from './limits.ts';
import type { QuotaClient } from './QuotaClient.ts';

type Counted = {
  readonly account: string | null;
  readonly amounts: readonly (readonly [Resource, number])[];
};

/** What the clients hold: of each resource, by account, by address and in all. */
export class UsageCounter {
  readonly #totals = new Map<string, number>();
  readonly #counted = new WeakMap<QuotaClient, Counted>();

  /** Counts what `client` holds now, in place of what was counted of it before. */
  recount(client: QuotaClient): void {
    this.forget(client);
    const amounts = RESOURCES.map((resource) => [resource, client.amountOf(resource)] as const);
    const counted = { account: client.account, amounts: amounts.filter(([, amount]) => amount > 0) };
    this.#counted.set(client, counted);
    this.#add(client, counted, 1);
  }

  forget(client: QuotaClient): void {
    const counted = this.#counted.get(client);
    if (counted === undefined) return;
    this.#counted.delete(client);
    this.#add(client, counted, -1);
  }

  /** What is held together with `client`, it included, at each of the three levels. */
  usageWith({ account, address }: QuotaClient, resource: Resource): Limits {
    const total = (key: string) => this.#totals.get(key) ?? 0;
    return {
      account: account === null ? 0 : total(keyOf(resource, 'account', account)),
      address: total(keyOf(resource, 'address', address)),
      process: total(keyOf(resource, 'process', '')),
    };
  }

  #add({ address }: QuotaClient, { account, amounts }: Counted, sign: 1 | -1): void {
    for (const [resource, amount] of amounts) {
      if (account !== null) this.#change(keyOf(resource, 'account', account), sign * amount);
      this.#change(keyOf(resource, 'address', address), sign * amount);
      this.#change(keyOf(resource, 'process', ''), sign * amount);
    }
  }

  #change(key: string, amount: number): void {
    const total = (this.#totals.get(key) ?? 0) + amount;
    if (total === 0) this.#totals.delete(key);
    else this.#totals.set(key, total);
  }
}

function keyOf(resource: Resource, level: keyof Limits, name: string): string {
  return `${resource} ${level} ${name}`;
}
