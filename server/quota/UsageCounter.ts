import { LEVELS, type Level, RESOURCES, type Resource } from './limits.ts';
import type { QuotaClient } from './QuotaClient.ts';

type Counted = { readonly key: string; readonly amount: number };

/** What the clients hold: of each resource, by account, by address and in all. */
export class UsageCounter {
  readonly #totals = new Map<string, number>();
  readonly #counted = new WeakMap<QuotaClient, readonly Counted[]>();

  /** Counts what `client` holds now, in place of what was counted of it before. */
  recount(client: QuotaClient): void {
    this.forget(client);
    const counted = RESOURCES.flatMap((resource) => countedOf(client, resource));
    this.#counted.set(client, counted);
    for (const { key, amount } of counted) this.#change(key, amount);
  }

  forget(client: QuotaClient): void {
    for (const { key, amount } of this.#counted.get(client) ?? []) this.#change(key, -amount);
    this.#counted.delete(client);
  }

  /** What is held at a level together with `client`, it included. */
  usageWith(client: QuotaClient, resource: Resource, level: Level): number {
    const name = client.nameAt(level);
    return name === null ? 0 : (this.#totals.get(keyOf(resource, level, name)) ?? 0);
  }

  #change(key: string, amount: number): void {
    const total = (this.#totals.get(key) ?? 0) + amount;
    if (total === 0) this.#totals.delete(key);
    else this.#totals.set(key, total);
  }
}

function countedOf(client: QuotaClient, resource: Resource): Counted[] {
  const amount = client.amountOf(resource);
  if (amount === 0) return [];
  return LEVELS.flatMap((level) => {
    const name = client.nameAt(level);
    return name === null ? [] : [{ key: keyOf(resource, level, name), amount }];
  });
}

function keyOf(resource: Resource, level: Level, name: string): string {
  return `${resource} ${level} ${name}`;
}
