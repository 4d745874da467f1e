import { ignoreAfterExit } from './workerLink.ts';

/** Something that is requested again whenever it may read otherwise, one request at a time. */
export class Renewal {
  #isUnderWay = false;
  #isDue = false;

  constructor(private readonly request: () => Promise<void>) {}

  /** Whether another request follows the one under way. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** Further calls during a request make one more request after it. */
  renew(): void {
    if (this.#isUnderWay) this.#isDue = true;
    else ignoreAfterExit(this.#run());
  }

  async #run(): Promise<void> {
    this.#isUnderWay = true;
    this.#isDue = false;
    try {
      await this.request();
    } finally {
      this.#isUnderWay = false;
      if (this.#isDue) this.renew();
    }
  }
}
