import { wrap } from 'comlink';
import type { CallbackArgument, WorkerEvent } from '#contract/worker.ts';

/** The API of a worker, or a part of it, as the page calls it: every answer is a promise. */
export type AsyncApi<Api> = {
  readonly [Name in keyof Api]: Api[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : AsyncApi<Api[Name]>;
};

/** What a call rejects with whose worker has ended, or ends before its answer. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded';
}

/**
 * For a call whose answer nobody waits for any more once the worker has ended: another worker takes its place, and is asked
 * for what the screen shows.
 */
export function ignoreAfterExit(call: Promise<unknown> | undefined): void {
  call?.catch((error: unknown) => {
    if (!(error instanceof WorkerEnded)) throw error;
  });
}

type Options<Event> = {
  /** The worker as messages name it: `The analysis worker has ended. Try again.` */
  readonly name: string;
  /** In place of that message, what calls reject with whose answer is lost. */
  readonly endedMessage?: string;
  /** Gets the worker's own events. */
  onEvent?(event: Event): void;
  /** Called when a call rejects, and when it answers with a value of the kind `failed`. */
  onFailure?(): void;
  /** Called once when the worker has ended by itself; another may then take its place. */
  onEnd?(reason: WorkerEnded): void;
};

/** A worker of this page. */
export type WorkerLink<Api> = Pick<Connection<Api>, 'api' | 'hasBegun' | 'stop' | 'giveUp'>;

/** Connects to a `worker` that called `exposeWorker` with an `Api`. */
export function connectWorker<Api extends object, Event extends { readonly kind: string } = never>(
  worker: Worker,
  options: Options<Event>,
): WorkerLink<Api> {
  return new Connection<Api>(worker, options as Options<never>);
}

/** The same part of an API with `more` members of the page's own. */
export function extendPart<Part extends object, More extends object>(part: Part, more: More): Part & More {
  return new Proxy(part, {
    get: (target, name) => Reflect.get(name in more ? more : target, name),
  }) as Part & More;
}

type Caller = (path: readonly string[], args: readonly unknown[]) => Promise<unknown>;

/** An object whose members are callable, and have such members in turn. */
function pathProxy(call: Caller, path: readonly string[] = []): unknown {
  return new Proxy(() => {}, {
    // An awaited part would otherwise be called as a promise.
    get: (_, name) =>
      name === 'then' || typeof name === 'symbol' ? undefined : pathProxy(call, [...path, name]),
    apply: (_, _this, args: readonly unknown[]) => call(path, args),
  });
}

type RemoteMember = { readonly [name: string]: RemoteMember } & ((
  ...args: readonly unknown[]
) => Promise<unknown>);

/** One worker's calls that wait for their answers, its events and its end. */
class Connection<Api> {
  /**
   * Every call is answered: it rejects with the worker's own error, or with {@link WorkerEnded}. Functions among the
   * arguments may be called until the answer; what they get later is dropped.
   */
  readonly api = pathProxy((path, args) => this.#call(path, args)) as AsyncApi<Api>;
  readonly #remote: RemoteMember;
  readonly #watch = new AbortController();
  readonly #waiting = new Set<(reason: WorkerEnded) => void>();
  readonly #callbacks = new Map<number, (...values: readonly unknown[]) => void>();
  #lastCallback = 0;
  #ended: WorkerEnded | null = null;
  #hasBegun = false;

  constructor(
    private readonly worker: Worker,
    private readonly options: Options<never>,
  ) {
    const { signal } = this.#watch;
    worker.addEventListener('message', ({ data }: MessageEvent) => this.#onMessage(data), { signal });
    worker.addEventListener('error', ({ message }) => this.#breakDown(message), { signal });
    worker.addEventListener('messageerror', () => this.#breakDown('a message could not be read'), { signal });
    this.#remote = wrap(worker) as unknown as RemoteMember;
  }

  /** Whether the worker has run at all: one whose code cannot be loaded ends before. */
  readonly hasBegun = (): boolean => this.#hasBegun;

  /** Ends the worker. */
  readonly stop = (): void => {
    this.#end(new WorkerEnded(`The ${this.options.name} worker was stopped.`));
  };

  /** Ends a worker that is stuck, as if it had ended by itself: another may take its place. */
  readonly giveUp = (cause: string): void => this.#breakDown(cause);

  async #call(path: readonly string[], args: readonly unknown[]): Promise<unknown> {
    if (this.#ended !== null) throw this.#ended;
    const callbacks: number[] = [];
    const method = path.reduce((member, name) => member[name] as RemoteMember, this.#remote);
    try {
      const call = method(...args.map((argument) => this.#toArgument(argument, callbacks)));
      const answer = await this.#rejectOnExit(call);
      if (isFailure(answer)) this.options.onFailure?.();
      return answer;
    } catch (error) {
      this.options.onFailure?.();
      throw error;
    } finally {
      for (const callback of callbacks) this.#callbacks.delete(callback);
    }
  }

  /** No race with one promise for all calls, which would hold every answer as long as the worker lives. */
  #rejectOnExit<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      answer.finally(() => this.#waiting.delete(reject)).then(resolve, reject);
    });
  }

  #toArgument(argument: unknown, callbacks: number[]): unknown {
    if (typeof argument !== 'function') return argument;
    const callback = ++this.#lastCallback;
    callbacks.push(callback);
    this.#callbacks.set(callback, argument as (...values: readonly unknown[]) => void);
    return { callback } satisfies CallbackArgument;
  }

  #onMessage(data: unknown): void {
    this.#hasBegun = true;
    if (!isEvent(data)) return;
    if (data.kind === 'callback') this.#callbacks.get(data.callback)?.(...data.values);
    else if (data.kind === 'alive') void this.#awaitRelease(data.lock);
    else this.options.onEvent?.(data as never);
  }

  /** The lock is free as soon as the worker has ended, in whatever way. */
  async #awaitRelease(lock: string): Promise<void> {
    const { signal } = this.#watch;
    try {
      await navigator.locks.request(lock, { signal }, () => {});
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    if (!signal.aborted) this.#breakDown('it has ended');
  }

  #breakDown(what: string | undefined): void {
    if (this.#ended !== null) return;
    const { name, endedMessage = `The ${name} worker has ended. Try again.`, onEnd } = this.options;
    const cause = what ?? 'its code could not be loaded';
    console.error(`The ${name} worker failed: ${cause}`);
    const reason = new WorkerEnded(endedMessage, { cause });
    this.#end(reason);
    onEnd?.(reason);
  }

  #end(reason: WorkerEnded): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    this.#watch.abort();
    this.worker.terminate();
    for (const reject of this.#waiting) reject(reason);
    this.#waiting.clear();
    this.#callbacks.clear();
  }
}

function isFailure(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'failed';
}

/** Comlink's answers have no `kind`. */
function isEvent(data: unknown): data is WorkerEvent {
  return typeof data === 'object' && data !== null && 'kind' in data;
}
