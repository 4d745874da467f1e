import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

/** A probe: a file that does not exist, and an import in it that the linter must refuse or accept. */
type Probe = readonly [file: string, specifier: string];

const REFUSED: readonly Probe[] = [
  ['model/probe.ts', '#engine/normalise.ts'],
  ['model/probe.ts', '#contract/ledger.ts'],
  ['model/probe.ts', 'react'],
  ['model/probe.ts', '../engine/normalise.ts'],
  ['engine/probe.ts', '#contract/ledger.ts'],
  ['engine/probe.ts', '#workers/ledger/Ledger.ts'],
  ['engine/analysis/probe.ts', '../../src/ui/Empty.tsx'],
  ['engine/probe.ts', 'comlink'],
  ['engine/probe.ts', 'firebase/app'],
  ['engine/probe.ts', 'node:fs'],
  ['engine/probe.ts', '../server/server.ts'],
  ['contract/probe.ts', '#engine/normalise.ts'],
  ['contract/probe.ts', '#workers/ledger/Ledger.ts'],
  ['contract/probe.ts', 'firebase/app'],
  ['workers/ledger/probe.ts', '#src/services/auth.ts'],
  ['workers/ledger/probe.ts', '../../src/services/auth.ts'],
  ['workers/ledger/probe.ts', '#server/server.ts'],
  ['workers/ledger/probe.ts', '../../server/server.ts'],
  ['workers/ledger/probe.ts', 'react'],
  ['src/services/probe.ts', '#workers/ledger/Ledger.ts'],
  ['src/services/probe.ts', '../../workers/ledger/Ledger.ts'],
  ['src/services/probe.ts', '#engine/normalise.ts'],
  ['src/services/probe.ts', '../ui/Empty.tsx'],
  ['src/services/probe.ts', '../features/admin/AdminPage.tsx'],
  ['src/services/probe.ts', 'react'],
  ['src/ui/probe.tsx', '#model/mapping.ts'],
  ['src/ui/probe.tsx', '../services/auth.ts'],
  ['src/ui/probe.tsx', 'firebase/auth'],
  ['src/ui/probe.tsx', 'react-router-dom'],
  ['src/features/admin/probe.tsx', '../classifier/RowStore.ts'],
  ['src/features/admin/probe.tsx', '../../features/classifier/RowStore.ts'],
  ['src/features/admin/probe.tsx', '../../app/App.tsx'],
  ['src/features/admin/probe.tsx', '#workers/ledger/list/ListSync.ts'],
  ['src/features/admin/probe.tsx', '../../../workers/ledger/list/ListSync.ts'],
  ['src/features/admin/probe.tsx', '#engine/normalise.ts'],
  ['src/features/admin/probe.tsx', 'firebase/firestore/lite'],
  ['src/features/admin/probe.tsx', 'comlink'],
  ['src/chart/probe.tsx', '../features/admin/AdminPage.tsx'],
  ['src/chart/probe.tsx', '#engine/normalise.ts'],
  ['src/ui/probe.tsx', '../chart/ChartProvider.tsx'],
  ['src/services/probe.ts', '../chart/ChartProvider.tsx'],
  ['src/app/probe.tsx', '#workers/ledger/Ledger.ts'],
  ['src/app/probe.tsx', '#server/server.ts'],
  ['src/app/probe.tsx', 'firebase/app'],
  ['server/auth/probe.ts', '#engine/normalise.ts'],
  ['server/auth/probe.ts', '#workers/ledger/Ledger.ts'],
  ['server/auth/probe.ts', '../../src/services/auth.ts'],
  ['server/probe.ts', '../engine/normalise.ts'],
  ['server/firestore/values/probe.ts', '../../../src/services/auth.ts'],
  ['server/auth/probe.ts', 'firebase/app'],
  ['rules/probe.ts', '#engine/normalise.ts'],
  ['rules/probe.ts', '../server/server.ts'],
  ['cli/probe.ts', '#workers/ledger/Ledger.ts'],
  ['cli/probe.ts', '../src/services/auth.ts'],
  ['src/main.tsx', './services/auth.ts'],
  ['src/main.tsx', '#workers/ledger/Ledger.ts'],
  ['src/features/admin/probe.tsx', './../classifier/RowStore.ts'],
  ['src/features/admin/probe.tsx', '../../services/../features/classifier/RowStore.ts'],
  ['engine/probe.ts', '../scripts/build.mjs'],
  ['engine/analysis/probe.ts', './../../src/services/auth.ts'],
  ['workers/ledger/probe.ts', '#engine/../src/services/auth.ts'],
];

const ACCEPTED: readonly Probe[] = [
  ['engine/analysis/probe.ts', '../normalise.ts'],
  ['engine/probe.ts', '#model/mapping.ts'],
  ['contract/probe.ts', '#model/mapping.ts'],
  ['workers/ledger/list/probe.ts', '#engine/normalise.ts'],
  ['workers/ledger/list/probe.ts', '../Ledger.ts'],
  ['src/services/probe.ts', '#contract/ledger.ts'],
  ['src/features/admin/probe.tsx', '../../services/auth.ts'],
  ['src/features/admin/probe.tsx', '../../ui/Empty.tsx'],
  ['src/app/pages/probe.tsx', '../../features/admin/AdminPage.tsx'],
  ['server/auth/probe.ts', '#model/email.ts'],
  ['server/auth/probe.ts', '../store/store.ts'],
];

const FORMS = [
  "import { a } from 'S';",
  "import type { A } from 'S';",
  "export * from 'S';",
  "void import('S');",
];

describe('the direction of imports (docs/architecture.md)', () => {
  let refusals: readonly number[];
  beforeAll(() => {
    refusals = lint([...REFUSED, ...ACCEPTED]);
  });

  it.each(REFUSED.map((probe, i) => [...probe, i] as const))(
    '%s must not import %s',
    (_file, _specifier, i) => {
      expect(refusals[i]).toBe(FORMS.length);
    },
  );

  it.each(ACCEPTED.map((probe, i) => [...probe, REFUSED.length + i] as const))(
    '%s may import %s',
    (_file, _specifier, i) => {
      expect(refusals[i]).toBe(0);
    },
  );
});

/** Lints one file per probe under the project's own rules; in how many of its forms each import is refused. */
function lint(probes: readonly Probe[]): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'gl-imports-'));
  try {
    const { vcs: _unused, $schema: _alsoUnused, ...config } = JSON.parse(readFileSync('biome.json', 'utf8'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(config));
    const files = probes.map(([file], i) => file.replace('probe', `probe${i}`));
    for (const [i, [, specifier]] of probes.entries()) {
      const path = join(folder, files[i] as string);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, FORMS.map((form) => form.replace('S', specifier)).join('\n'));
    }
    const { stdout } = spawnSync(
      resolve('node_modules/.bin/biome'),
      ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', '.'],
      { cwd: folder, encoding: 'utf8' },
    );
    // Two rules may refuse one import: it counts once.
    const { diagnostics } = JSON.parse(stdout) as Report;
    const lines = new Set(diagnostics.map(({ location: { path, start } }) => `${path}:${start.line}`));
    return files.map((file) => FORMS.filter((_form, line) => lines.has(`${file}:${line + 1}`)).length);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Location = { readonly path: string; readonly start: { readonly line: number } };
type Report = { readonly diagnostics: readonly { readonly location: Location }[] };
