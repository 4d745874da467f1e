import { detailOf } from '#model/detailOf.ts';

/** The outcome of a write; `failed` with `more` when its answer is lost. */
export async function toFailedResult<Outcome, More extends object = object>(
  outcome: Promise<Outcome>,
  more = {} as More,
): Promise<Outcome | ({ readonly kind: 'failed'; readonly detail: string } & More)> {
  try {
    return await outcome;
  } catch (error) {
    return { kind: 'failed', detail: detailOf(error), ...more };
  }
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** The same part of a worker; the methods named in `failures` resolve as failed where they would reject. */
export function resolveFailures<Part extends object>(
  part: Part,
  failures: { readonly [Name in keyof Part]?: object },
): Part {
  return new Proxy(part, {
    get(target, name) {
      const method = Reflect.get(target, name) as Method;
      const more: object | undefined = Reflect.get(failures, name);
      return more === undefined
        ? method
        : (...args: readonly unknown[]) => toFailedResult(method(...args), more);
    },
  });
}
