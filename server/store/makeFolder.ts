import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes sure that `folder` is there; whatever is made is for us alone (0700). Not by Node's own `recursive`, which
 * never returns where nothing can be made and the system says "not found" for it, as in /proc.
 * @throws what the system says
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
