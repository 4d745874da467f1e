import { keyProblem } from '#model/keyProblem.ts';
import type { Mapping } from '#model/mapping.ts';
import { messages } from '#model/messages.ts';
import { readMappings } from './mappingFile.ts';
import type { Io } from './program.ts';

/**
 * Reads a keyword list and says on standard error what a user must know of it: that its first line was taken for column
 * names, and which mappings the shared list could not hold. Those are used all the same.
 */
export function readMappingFile(text: string, file: string, io: Pick<Io, 'stderr'>): readonly Mapping[] {
  const { mappings, header } = readMappings(text, file);
  if (header !== null) io.stderr.write(`${file}: line 1 (${header}) names the columns and was left out.\n`);
  for (const { key, description } of mappings) {
    const problem = keyProblem(key);
    if (problem !== null) io.stderr.write(`${file}: ${messages.mappingUnstorable(description, problem)}\n`);
  }
  return mappings;
}
