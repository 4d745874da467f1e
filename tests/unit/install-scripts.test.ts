import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Manifest = { readonly allowScripts: Readonly<Record<string, boolean>> };
type LockFile = { readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>> };

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

// npm warns at each install of a package whose script is neither allowed nor denied.
it('no package runs an install script, and each that has one is denied it', () => {
  const { packages } = read('package-lock.json') as LockFile;
  const withScript = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([folder]) => folder.replace(/^.*node_modules\//, ''));
  const denied = Object.fromEntries([...new Set(withScript)].map((name) => [name, false]));
  expect((read('package.json') as Manifest).allowScripts).toEqual(denied);
});
