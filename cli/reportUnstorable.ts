import { keyProblem } from '#model/keyProblem.ts';
import type { Mapping } from '#model/mapping.ts';
import { messages } from '#model/messages.ts';
import type { Io } from './program.ts';

/** Says by name which mappings of a file the shared list could not hold. The file itself is used as it is. */
export function reportUnstorable(mappings: readonly Mapping[], file: string, io: Pick<Io, 'stderr'>): void {
  for (const { key, description } of mappings) {
    const problem = keyProblem(key);
    if (problem !== null) io.stderr.write(`${file}: ${messages.mappingUnstorable(description, problem)}\n`);
  }
}
