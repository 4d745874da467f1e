import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** Makes an empty folder for the test under way, which is removed after it and its `afterEach`. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gl-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes an empty folder for the tests of the calling file, which is removed after them and their `afterAll`. */
export function folderOfFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gl-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file of this name in a folder of its own; removed with the test. Returns its path. */
export function testFile(name: string, content: string | Uint8Array): string {
  const path = join(testFolder(), name);
  writeFileSync(path, content);
  return path;
}
