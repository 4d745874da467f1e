import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What a folder may import besides itself: folders of the project, and packages. */
type Rule = { readonly folders: readonly string[]; readonly packages: RegExp };

const NONE = /^$/;
const NODE = /^node:/;
const REACT = /^(react|react-dom(\/client)?|@mantine\/.+|@tanstack\/.+)$/;
const ROUTED = /^(react|react-dom(\/client)?|react-router-dom|@mantine\/.+|@tanstack\/.+)$/;
const PAGE = ['model', 'contract', 'src/services', 'src/ui'];
const SHARED = [...PAGE, 'src/undo', 'src/chart', 'src/people'];

/** The directions (docs/architecture.md). The longest name that fits a file counts; a feature is a folder of its own. */
const RULES: Readonly<Record<string, Rule>> = {
  model: { folders: [], packages: NONE },
  engine: { folders: ['model'], packages: NONE },
  'engine/read': {
    folders: ['model', 'engine'],
    packages: /^(fflate\/browser|chardet|numfmt|saxen)$/,
  },
  contract: { folders: ['model'], packages: NONE },
  workers: {
    folders: ['model', 'engine', 'contract'],
    packages: /^(comlink|firebase\/.+|idb-keyval|fflate(\/.+)?|write-excel-file(\/.+)?)$/,
  },
  'src/services': {
    folders: ['model', 'contract'],
    packages: /^(comlink|firebase\/.+|idb-keyval|@firebase\/.+)$/,
  },
  'src/ui': { folders: [], packages: REACT },
  'src/undo': { folders: PAGE, packages: REACT },
  'src/people': { folders: PAGE, packages: REACT },
  'src/chart': { folders: [...PAGE, 'src/undo'], packages: REACT },
  'src/rows': { folders: SHARED, packages: REACT },
  'src/file-reading': { folders: SHARED, packages: REACT },
  'src/analysis-report': { folders: SHARED, packages: REACT },
  'src/list-history': { folders: SHARED, packages: REACT },
  'src/features': {
    folders: [...SHARED, 'src/rows', 'src/file-reading', 'src/analysis-report', 'src/list-history'],
    packages: ROUTED,
  },
  'src/app': { folders: [...SHARED, 'src/features'], packages: ROUTED },
  'src/main.tsx': { folders: ['src/app'], packages: /^react(-dom\/client)?$/ },
  server: {
    folders: ['model', 'engine/read'],
    packages: /^(node:.+|libsql|nodemailer(\/.+)?|@zxcvbn-ts\/language-common|openid-client|re2js|ws|jose)$/,
  },
  rules: { folders: ['model'], packages: NODE },
  cli: { folders: ['model', 'engine', 'server'], packages: /^(node:.+|jose)$/ },
};

/** Import and export declarations, `import()`, and types such as `import('./a.ts').T`. */
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([#.@\w/:-]+)\1/g;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** The imports of a file that no rule allows. */
function violationsOf(file: string, source: string): readonly string[] {
  const zone = zoneOf(file);
  const rule = RULES[ruleNameOf(file)];
  if (rule === undefined) return [`${file} belongs to no folder of the rules`];
  const specifiers = [...source.replace(COMMENT, '').matchAll(SPECIFIER)].map(
    ([, , specifier = '']) => specifier,
  );
  return specifiers
    .filter((specifier) => !isAllowed(file, zone, rule, specifier))
    .map((at) => `${file} imports ${at}`);
}

function isAllowed(file: string, zone: string, { folders, packages }: Rule, specifier: string): boolean {
  const target = targetOf(file, specifier);
  if (target === null) return packages.test(specifier);
  const to = zoneOf(target);
  const isInside = to === zone || folders.some((folder) => isWithin(to, folder));
  // A way around, such as `../../services/../features`, would hide the direction from a reader.
  return isInside && !/(?:^|\/)(?:[^./][^/]*|\.)\/\.\.?\//.test(specifier);
}

/** The file that is imported, from the project's root; null for a package. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : null;
}

function ruleNameOf(file: string): string {
  const names = Object.keys(RULES).filter((name) => isWithin(file, name));
  return names.reduce((longest, name) => (name.length > longest.length ? name : longest), '');
}

/** A feature is a zone of its own; elsewhere a folder of the rules is. */
function zoneOf(file: string): string {
  const feature = /^src\/features\/[^/]+/.exec(file);
  return feature?.[0] ?? ruleNameOf(file);
}

function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}

const files = ['model', 'engine', 'contract', 'workers', 'src', 'server', 'rules', 'cli'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name}`),
);

it('every import goes one way', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => violationsOf(file, readFileSync(file, 'utf8')))).toEqual([]);
});

describe.each([
  ["import { a } from 'S';"],
  ["import type { A } from 'S';"],
  ["export * from 'S';"],
  ["void import('S');"],
  ["type A = import('S').A;"],
  ["import 'S';"],
])('%s', (form) => {
  const violations = (file: string, specifier: string) =>
    violationsOf(file, form.replace('S', specifier)).length;

  it.each([
    ['model/a.ts', '#engine/normalise.ts'],
    ['engine/a.ts', 'comlink'],
    ['engine/guess/a.ts', '../../workers/ledger/Ledger.ts'],
    ['contract/a.ts', '#workers/ledger/Ledger.ts'],
    ['workers/ledger/a.ts', '#src/services/auth.ts'],
    ['src/services/a.ts', '../ui/Empty.tsx'],
    ['src/ui/a.tsx', '#model/mapping.ts'],
    ['src/ui/a.tsx', 'react-router-dom'],
    ['src/rows/a.tsx', '../features/admin/AdminPage.tsx'],
    ['src/undo/a.ts', '../rows/RowStore.ts'],
    ['src/features/admin/a.tsx', '../classifier/ResultList.tsx'],
    ['src/features/admin/a.tsx', '../../services/../features/classifier/ResultList.tsx'],
    ['src/features/admin/a.tsx', './../admin/AdminPage.tsx'],
    ['src/features/admin/a.tsx', 'firebase/firestore/lite'],
    ['src/app/a.tsx', '#workers/ledger/Ledger.ts'],
    ['server/auth/a.ts', '#engine/normalise.ts'],
    ['cli/a.ts', '#src/services/auth.ts'],
  ])('%s must not have it of %s', (file, specifier) => expect(violations(file, specifier)).toBe(1));

  it.each([
    ['engine/analysis/a.ts', '../normalise.ts'],
    ['src/features/admin/a.tsx', '../../ui/Empty.tsx'],
    ['src/app/pages/a.tsx', '../../features/admin/AdminPage.tsx'],
    ['server/auth/a.ts', 'node:fs'],
  ])('%s may have it of %s', (file, specifier) => expect(violations(file, specifier)).toBe(0));
});
