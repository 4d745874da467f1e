/** Name of the item that moves with every write: the new one is set and the old one removed in one write. */
const MOVING = 'at-';

/** What one writer knows of its writes, which are numbered from 1. */
type Progress = {
  sent: number;
  acknowledged: number;
  /** Up to here it is known what became of them. */
  settled: number;
};

/** Items to set, and the one to remove, in one write. */
export type GroupWrite = {
  readonly number: number;
  readonly value: string;
  readonly put: readonly string[];
  readonly remove: readonly string[];
};

/**
 * Places that are always written together, with the same value `<writer>:<number>`; so after a crash they must
 * all show one and the same write, and none older than one that was acknowledged.
 */
export class Group {
  readonly name: string;
  private readonly size: number;
  private readonly writers: ReadonlyMap<string, Progress>;
  /** The number in the moving item's name, as last seen for sure or sent. */
  private moving = 0;

  constructor(name: string, size: number, writers: readonly string[]) {
    this.name = name;
    this.size = size;
    this.writers = new Map(writers.map((writer) => [writer, { sent: 0, acknowledged: 0, settled: 0 }]));
  }

  /** The next write of a writer. Only in a group with one writer an item moves. */
  next(writer: string): GroupWrite {
    const progress = this.progressOf(writer);
    progress.sent += 1;
    const put = Array.from({ length: this.size }, (_, index) => String(index));
    const moves = this.writers.size === 1;
    const write = {
      number: progress.sent,
      value: `${writer}:${progress.sent}`,
      put: moves ? [...put, MOVING + progress.sent] : put,
      remove: moves && this.moving > 0 ? [MOVING + this.moving] : [],
    };
    this.moving = progress.sent;
    return write;
  }

  acknowledge(writer: string, { number }: GroupWrite): void {
    const progress = this.progressOf(writer);
    progress.acknowledged = Math.max(progress.acknowledged, number);
  }

  /** The group as known now, of which anything may have become true since. */
  asOfNow(): Group {
    const copy = new Group(this.name, this.size, [...this.writers.keys()]);
    for (const [writer, { acknowledged }] of this.writers)
      copy.progressOf(writer).acknowledged = acknowledged;
    for (const progress of copy.writers.values()) progress.sent = Number.POSITIVE_INFINITY;
    return copy;
  }

  /** How many writes were sent and not answered. */
  get unanswered(): number {
    return [...this.writers.values()].reduce(
      (sum, { sent, acknowledged, settled }) => sum + sent - Math.max(acknowledged, settled),
      0,
    );
  }

  /** What is wrong with the items found after a crash; empty: nothing. */
  faults(found: ReadonlyMap<string, string>): string[] {
    const values = [...new Set(found.values())];
    const [value] = values;
    if (value === undefined) return this.faultsOfNothing();
    if (values.length > 1) return [`${this.name}: half of a write, values ${values.join(' and ')}`];
    const [writer = '', digits] = value.split(':');
    const number = Number(digits);
    const { sent, acknowledged } = this.progressOf(writer);
    const faults: string[] = [];
    if (number < acknowledged)
      faults.push(`${this.name}: ${value} is there, acknowledged was ${acknowledged}`);
    if (number > sent) faults.push(`${this.name}: ${value} is there, sent were ${sent}`);
    return [...faults, ...this.faultsOfItems(found, number)];
  }

  /** Takes what was found as the state to go on from. */
  settle(found: ReadonlyMap<string, string>): void {
    const [writer, digits] = [...found.values()][0]?.split(':') ?? [];
    this.moving = writer === undefined ? 0 : Number(digits);
    if (writer !== undefined) this.progressOf(writer).acknowledged = Number(digits);
    for (const progress of this.writers.values()) progress.settled = progress.sent;
  }

  private faultsOfNothing(): string[] {
    const lost = [...this.writers].filter(([, { acknowledged }]) => acknowledged > 0);
    return lost.map(([writer, { acknowledged }]) => `${this.name}: ${writer}:${acknowledged} is lost`);
  }

  private faultsOfItems(found: ReadonlyMap<string, string>, number: number): string[] {
    const expected = Array.from({ length: this.size }, (_, index) => String(index));
    if (this.writers.size === 1) expected.push(MOVING + number);
    const names = [...found.keys()].sort();
    if (names.join() === expected.sort().join()) return [];
    return [`${this.name}: items ${names.join()} are there, not ${expected.join()}`];
  }

  private progressOf(writer: string): Progress {
    const progress = this.writers.get(writer);
    if (progress === undefined) throw new Error(`${this.name} has no writer ${writer}`);
    return progress;
  }
}
