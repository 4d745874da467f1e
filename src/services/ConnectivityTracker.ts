import { createObservable, type Observable } from './observable.ts';

/** A gap shorter than this is not told. Milliseconds. */
const GRACE_MS = 1_000;

/** Whether everything that is watched is as the server has it. */
export type Reach = {
  readonly isConnected: Observable<boolean>;
  /** The server of this part is out of reach. */
  lose(part: string): void;
  /** This part is as the server has it. */
  regain(part: string): void;
  /** Nothing is known until some part is heard of. */
  doubt(): void;
  /** Nothing is watched any more. */
  forget(): void;
};

export function createReach(): Reach {
  const isConnected = createObservable(true);
  const lost = new Set<string>();
  let grace: ReturnType<typeof setTimeout> | undefined;

  function become(connected: boolean): void {
    clearTimeout(grace);
    grace = undefined;
    isConnected.set(connected);
  }

  return {
    isConnected,
    lose(part) {
      lost.add(part);
      grace ??= setTimeout(() => become(false), GRACE_MS);
    },
    regain(part) {
      lost.delete(part);
      if (lost.size === 0) become(true);
    },
    doubt: () => become(false),
    forget() {
      lost.clear();
      become(true);
    },
  };
}
