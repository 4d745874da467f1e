import { type Fix, fixFor, type HealthOutcome, type HealthSessionApi } from '#contract/health.ts';
import { deserializeMappings, type SerializedMappings } from '#contract/serializedMappings.ts';
import { checkHealth } from '#engine/health/checkHealth.ts';
import { FINDING_KINDS, type Finding, type FindingKind } from '#model/health.ts';
import { ExclusiveJob } from '../ExclusiveJob.ts';
import { createTiming, runInSlices } from '../ledger/timing.ts';

/** Checks the health of a list: one check at a time; a new one cancels the one before it. Remembers its findings. */
export class HealthSession implements HealthSessionApi {
  readonly #timing = createTiming();
  #findings: ReadonlyMap<FindingKind, readonly Finding[]> = new Map();
  readonly #job = new ExclusiveJob();

  async check(
    list: SerializedMappings,
    chart: readonly string[] | null,
    onProgress: (share: number) => void,
  ): Promise<HealthOutcome> {
    return this.#job.run(async (signal) => {
      const mappings = await deserializeMappings(list);
      signal.throwIfAborted();
      const steps = checkHealth({ list: mappings, chart });
      const found = await runInSlices(steps, this.#timing, signal, onProgress);
      this.#findings = byKind(found);
      return { kind: 'report', counts: countsOf(this.#findings) };
    });
  }

  cancel(): void {
    this.#job.cancel();
  }

  findings(kind: FindingKind, from: number, to: number): readonly Finding[] {
    return (this.#findings.get(kind) ?? []).slice(from, to);
  }

  fixAll(kind: FindingKind): Fix | null {
    return fixFor(this.#findings.get(kind) ?? []);
  }
}

function byKind(findings: readonly Finding[]): Map<FindingKind, Finding[]> {
  const kinds = new Map<FindingKind, Finding[]>(FINDING_KINDS.map((kind) => [kind, []]));
  for (const finding of findings) kinds.get(finding.kind)?.push(finding);
  return kinds;
}

function countsOf(
  findings: ReadonlyMap<FindingKind, readonly Finding[]>,
): Readonly<Record<FindingKind, number>> {
  const counts = FINDING_KINDS.map((kind) => [kind, findings.get(kind)?.length ?? 0]);
  return Object.fromEntries(counts) as Record<FindingKind, number>;
}
