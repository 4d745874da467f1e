import { detailOf } from '#model/detailOf.ts';

export type ActionOutcome =
  | { readonly kind: 'done' }
  /** The action stopped half-way at worst; running it again completes it. */
  | { readonly kind: 'failed'; readonly reason: string };

/** A step that is not answered within this time counts as failed. Milliseconds. */
export const STEP_TIMEOUT_MS = 10_000;

/** Milliseconds without an answer after which {@link slowSteps} has an event `slow`. */
const SLOW_MS = 2_000;
/** For whoever watches the connection: somebody waits for an answer that is late. */
export const slowSteps = new EventTarget();

/** Runs the steps one after the other, up to the first that fails or is not answered in time. */
export async function runSteps(...steps: readonly (() => Promise<void>)[]): Promise<ActionOutcome> {
  for (const step of steps) {
    try {
      await withTimeout(step());
    } catch (error) {
      console.error(error);
      return { kind: 'failed', reason: reasonOf(error) };
    }
  }
  return { kind: 'done' };
}

/** Passes on what `step` resolves to, or rejects as {@link isUnanswered} after the time: the SDKs wait without end. */
export async function withTimeout<T>(step: Promise<T>, milliseconds = STEP_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = setTimeout(() => slowSteps.dispatchEvent(new Event('slow')), SLOW_MS);
  const timeUp = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(UNANSWERED)), milliseconds);
  });
  try {
    return await Promise.race([step, timeUp]);
  } finally {
    clearTimeout(slow);
    clearTimeout(timer);
  }
}

const UNANSWERED = 'the server does not answer. The change may still happen once it is back';

/** Whether there was no answer in time. */
export const isUnanswered = (error: unknown) => error instanceof Error && error.message === UNANSWERED;

function reasonOf(error: unknown): string {
  const message = detailOf(error);
  if (/permission|insufficient/i.test(message)) return 'you do not have the right to do this';
  if (/\bno document to update/i.test(message)) return 'the user has been removed meanwhile';
  return message;
}
