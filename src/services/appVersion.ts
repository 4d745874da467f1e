import { VERSION_FILE, VERSION_META } from '#model/appVersion.ts';
import { createObservable, type Observable } from './observable.ts';

/** A page that stays open and connected asks this often. Milliseconds. */
const EVERY_MS = 10 * 60_000;

/** Whether the server has another version of the app than this page. */
export class AppVersion {
  readonly #isUpdated = createObservable(false);
  #isAsking = false;

  /** True once another version was found, for as long as the page is there. */
  readonly isUpdated: Observable<boolean> = this.#isUpdated;

  /**
   * @param own the version of the page; null for a page that was not built, which is never outdated
   * @param ask for tests
   */
  constructor(
    private readonly own: () => string | null = ownVersion,
    private readonly ask: typeof fetch = (...args) => fetch(...args),
  ) {}

  /** Asks the server now. Without an answer nothing changes. */
  readonly check = async (): Promise<void> => {
    const own = this.own();
    if (own === null || this.#isAsking || this.#isUpdated.get()) return;
    this.#isAsking = true;
    try {
      const response = await this.ask(`/${VERSION_FILE}`, { cache: 'no-store' });
      const answer: unknown = response.ok ? await response.json() : null;
      if (isVersion(answer) && answer.version !== own) this.#isUpdated.set(true);
    } catch {
      // Out of reach, or no version: the next check may know.
    } finally {
      this.#isAsking = false;
    }
  };

  /** Checks when the page comes back into view, when code cannot be fetched, and now and then. Returns the end. */
  watch(): () => void {
    const ended = new AbortController();
    const { signal } = ended;
    const checkIfVisible = () => {
      if (document.visibilityState === 'visible') void this.check();
    };
    document.addEventListener('visibilitychange', checkIfVisible, { signal });
    window.addEventListener('vite:preloadError', () => void this.check(), { signal });
    const timer = setInterval(checkIfVisible, EVERY_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    return () => ended.abort();
  }
}

/** The version of this page. */
export const appVersion = new AppVersion();

function ownVersion(): string | null {
  if (typeof document === 'undefined') return null;
  return document.querySelector<HTMLMetaElement>(`meta[name="${VERSION_META}"]`)?.content ?? null;
}

function isVersion(answer: unknown): answer is { readonly version: string } {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'version' in answer &&
    typeof answer.version === 'string' &&
    answer.version !== ''
  );
}
