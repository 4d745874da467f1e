import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Copies the files of a running server's data folder as a kill would leave them. */
export function copyOfData(dataDir: string, copy: string): string {
  const names = readdirSync(dataDir).filter((name) => /\.(db(-wal)?|lock|running|log|json)$/.test(name));
  for (const name of names) cpSync(join(dataDir, name), join(copy, name));
  return copy;
}
