import { Refusal } from '#server/database/wire/values.ts';

/** What a write comes to that ends so: `written`, the status of its refusal, or `failed` where the store refused it. */
export function statusOf(error: unknown): string {
  if (error === null) return 'written';
  return error instanceof Refusal ? error.status : 'failed';
}

export function outcomeOf(write: () => void): string {
  try {
    write();
    return statusOf(null);
  } catch (error) {
    return statusOf(error);
  }
}
