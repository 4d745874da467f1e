import type { MappingId } from '../../../workers/engine/classifier.ts';
import type { MappingFace } from '../../../workers/ledger/events.ts';

/** How the mappings that rows show are drawn, asked for as rows come on screen. */
export class MappingFaces {
  readonly #ask: (ids: readonly MappingId[]) => Promise<readonly (MappingFace | undefined)[]>;
  readonly #onKnown: () => void;
  #faces = new Map<MappingId, MappingFace>();
  readonly #unasked = new Set<MappingId>();

  /** `onKnown` is told when faces asked for are there. */
  constructor(
    ask: (ids: readonly MappingId[]) => Promise<readonly (MappingFace | undefined)[]>,
    onKnown: () => void,
  ) {
    this.#ask = ask;
    this.#onKnown = onKnown;
  }

  /** Undefined until it is known; it is asked for then. */
  get(id: MappingId): MappingFace | undefined {
    const face = this.#faces.get(id);
    if (face === undefined) this.#askFor(id);
    return face;
  }

  add(faces: Iterable<readonly [MappingId, MappingFace]>): void {
    for (const [id, face] of faces) this.#faces.set(id, face);
  }

  /** Forgets all: ids of another text, or another list, mean other mappings. */
  forget(): void {
    this.#faces = new Map();
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
      if (face !== undefined) faces.set(id, face);
    });
    this.#onKnown();
  }
}
