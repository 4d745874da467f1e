/** Durations in milliseconds, and what can be said about them. */
export class Durations {
  private readonly values: number[] = [];

  add(milliseconds: number): void {
    this.values.push(milliseconds);
  }

  get count(): number {
    return this.values.length;
  }

  get most(): number {
    return this.values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  }

  /** E.g. `median 3.1, p99 20.4, most 33.0 ms (12000)`. */
  summary(): string {
    if (this.values.length === 0) return 'none';
    const sorted = this.values.toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1);
    return `median ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms (${sorted.length})`;
  }
}
