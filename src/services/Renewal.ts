import { ignoreAfterExit } from './workerLink.ts';

/** Something that is requested again whenever it may read otherwise, one request at a time. */
export class Renewal {
  #isUnderWay = false;
  #isDue = false;
  /** The newest revision that was announced. */
  #latest = 0;

  /** @param request answers the revision that it has found, where revisions are announced */
  constructor(private readonly request: () => Promise<unknown>) {}

  /** Whether another request follows the one under way. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** Further calls during a request make one more request after it. */
  renew(): void {
    if (this.#isUnderWay) this.#isDue = true;
    else ignoreAfterExit(this.#run());
  }

  /** During a request, which may have the news already, the answer is waited for. */
  onRevision(revision: number): void {
    this.#latest = revision;
    if (!this.#isUnderWay) this.renew();
  }

  async #run(): Promise<void> {
    this.#isUnderWay = true;
    this.#isDue = false;
    try {
      const found = await this.request();
      if (typeof found === 'number' && found < this.#latest) this.#isDue = true;
    } finally {
      this.#isUnderWay = false;
      if (this.#isDue) this.renew();
    }
  }
}
