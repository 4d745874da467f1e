import type { MappingLabel } from '#contract/ledger.ts';
import type { MappingId } from '#model/classification.ts';

/** So many are kept, more than a screen ever needs: each change of the list may bring new ones. */
const MAX_KEPT = 5_000;

/** How the mappings that rows show are drawn, asked for as rows come on screen. */
export class MappingLabelCache {
  readonly #ask: (ids: readonly MappingId[]) => Promise<readonly (MappingLabel | undefined)[]>;
  readonly #onKnown: () => void;
  #labels = new Map<MappingId, MappingLabel>();
  readonly #unasked = new Set<MappingId>();

  /** `onKnown` is told when labels asked for are there. */
  constructor(
    ask: (ids: readonly MappingId[]) => Promise<readonly (MappingLabel | undefined)[]>,
    onKnown: () => void,
  ) {
    this.#ask = ask;
    this.#onKnown = onKnown;
  }

  /** Undefined until it is known; it is asked for then. */
  get(id: MappingId): MappingLabel | undefined {
    const label = this.#labels.get(id);
    if (label === undefined) this.#askFor(id);
    return label;
  }

  add(labels: Iterable<readonly [MappingId, MappingLabel]>): void {
    for (const [id, label] of labels) this.#keep(id, label);
  }

  /** Forgets all: ids of another text, or another list, mean other mappings. */
  forget(): void {
    this.#labels = new Map();
  }

  /** In place of the one kept longest, where there are too many: it is asked for again if need be. */
  #keep(id: MappingId, label: MappingLabel): void {
    this.#labels.set(id, label);
    const [longestKept] = this.#labels.keys();
    if (this.#labels.size > MAX_KEPT && longestKept !== undefined) this.#labels.delete(longestKept);
  }

  /** Mappings wanted by one drawing are asked for together. */
  #askFor(id: MappingId): void {
    if (this.#unasked.size === 0) queueMicrotask(() => void this.#askNow());
    this.#unasked.add(id);
  }

  async #askNow(): Promise<void> {
    const labels = this.#labels;
    const ids = [...this.#unasked];
    this.#unasked.clear();
    const answers = await this.#ask(ids);
    if (labels !== this.#labels) return;
    ids.forEach((id, i) => {
      const label = answers[i];
      if (label !== undefined) this.#keep(id, label);
    });
    this.#onKnown();
  }
}
