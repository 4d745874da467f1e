/** Runs one job at a time: a new one cancels the one before it. */
export class ExclusiveJob {
  #running = new AbortController();

  /** What the job answers, or `cancelled`. The job rejects when its signal is aborted. */
  async run<Outcome>(
    job: (signal: AbortSignal) => Promise<Outcome>,
  ): Promise<Outcome | { readonly kind: 'cancelled' }> {
    this.cancel();
    const { signal } = this.#running;
    try {
      return await job(signal);
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled' };
      throw error;
    }
  }

  /** Ends the job under way, if any. */
  cancel(): void {
    this.#running.abort();
    this.#running = new AbortController();
  }
}
