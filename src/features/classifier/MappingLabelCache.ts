import type { MappingLabel } from '#contract/ledger.ts';
import type { MappingId } from '#model/classification.ts';

/** So many are kept, more than a screen ever needs: each change of the list may bring new ones. */
const MAX_KEPT = 5_000;

/** How the mappings that rows show are drawn, asked for as rows come on screen. */
export class MappingLabelCache {
  readonly #ask: (ids: readonly MappingId[]) => Promise<readonly (MappingLabel | undefined)[]>;
  readonly #onKnown: () => void;
  #faces = new Map<MappingId, MappingLabel>();
  readonly #unasked = new Set<MappingId>();

  /** `onKnown` is told when faces asked for are there. */
  constructor(
    ask: (ids: readonly MappingId[]) => Promise<readonly (MappingLabel | undefined)[]>,
    onKnown: () => void,
  ) {
    this.#ask = ask;
    this.#onKnown = onKnown;
  }

  /** Undefined until it is known; it is asked for then. */
  get(id: MappingId): MappingLabel | undefined {
    const face = this.#faces.get(id);
    if (face === undefined) this.#askFor(id);
    return face;
  }

  add(faces: Iterable<readonly [MappingId, MappingLabel]>): void {
    for (const [id, face] of faces) this.#keep(id, face);
  }

  /** Forgets all: ids of another text, or another list, mean other mappings. */
  forget(): void {
    this.#faces = new Map();
  }

  /** In place of the one kept longest, where there are too many: it is asked for again if need be. */
  #keep(id: MappingId, face: MappingLabel): void {
    this.#faces.set(id, face);
    const [longestKept] = this.#faces.keys();
    if (this.#faces.size > MAX_KEPT && longestKept !== undefined) this.#faces.delete(longestKept);
  }

  /** Mappings wanted by one drawing are asked for together. */
  #askFor(id: MappingId): void {
    if (this.#unasked.size === 0) queueMicrotask(() => void this.#askNow());
    this.#unasked.add(id);
  }

  async #askNow(): Promise<void> {
    const faces = this.#faces;
    const ids = [...this.#unasked];
    this.#unasked.clear();
    const answers = await this.#ask(ids);
    if (faces !== this.#faces) return;
    ids.forEach((id, i) => {
      const face = answers[i];
      if (face !== undefined) this.#keep(id, face);
    });
    this.#onKnown();
  }
}
