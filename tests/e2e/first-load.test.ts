import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { VERSION_FILE, VERSION_META } from '#model/appVersion.ts';
import { loadedWithWorker } from '../support/builtChunks.ts';

const BUILT = 'dist/app';

/** A built chunk, as Vite's manifest describes it. */
type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};
const manifest = JSON.parse(readFileSync(join(BUILT, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

/** Files that must be there before the code of these modules runs, by their place in the manifest. */
function filesFor(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name];
    if (chunk === undefined)
      throw new Error(`The manifest has no ${name}; there are ${Object.keys(manifest).join(', ')}`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    for (const style of chunk.css ?? []) found.add(style);
    filesFor(chunk.imports ?? [], found);
  }
  return found;
}

/** Gzipped size in kB (1,000 bytes) of the files of a kind. */
function kilobytes(files: Iterable<string>, ending: string): number {
  const bytes = [...files]
    .filter((file) => file.endsWith(ending))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(BUILT, file)), { level: 9 }).length, 0);
  return bytes / 1000;
}

const workerFiles = (name: string) => loadedWithWorker(name).map((file) => `assets/${file}`);

const ENTRY = ['index.html'];
const CLASSIFIER = [...ENTRY, 'src/features/classifier/ClassifierPage.tsx', 'src/services/records.ts'];

describe('the first load stays within its budget, gzipped', () => {
  it.each([
    ['JavaScript of the sign-in screen', () => kilobytes(filesFor(ENTRY), '.js'), 160],
    ['styles of the sign-in screen', () => kilobytes(filesFor(ENTRY), '.css'), 19],
    ['JavaScript of the classifier, page', () => kilobytes(filesFor(CLASSIFIER), '.js'), 235],
    ['JavaScript of the classifier, worker', () => kilobytes(workerFiles('ledger'), '.js'), 99],
    ['styles of the classifier', () => kilobytes(filesFor(CLASSIFIER), '.css'), 22.5],
  ] as const)('%s', (_what, size, most) => {
    const is = size();
    expect(is).toBeGreaterThan(1);
    expect(is).toBeLessThanOrEqual(most);
  });

  // 33 files made the Classifier usable a fifth later on a slow machine.
  it.each([
    ['sign-in screen', ENTRY, 4],
    ['classifier', CLASSIFIER, 12],
  ] as const)('the JavaScript of the %s comes in few files', (_screen, names, most) => {
    expect([...filesFor(names)].filter((file) => file.endsWith('.js')).length).toBeLessThanOrEqual(most);
  });

  it('and has none of what only other screens need', () => {
    const needed = [...filesFor(CLASSIFIER)].filter((file) => file.endsWith('.js'));
    const sources = needed.flatMap((file) => sourcesOf(file));
    expect(sources.length).toBeGreaterThan(100);
    const others = sources.filter((source) =>
      /features\/(admin|database|upload)\/|chardet|numfmt|write-excel-file|node_modules\/re2js|firebase\/database|firestore\/dist\/(?!esm|lite)/.test(
        source,
      ),
    );
    expect(others).toEqual([]);
    const before = [...filesFor(ENTRY)].filter((file) => file.endsWith('.js')).flatMap(sourcesOf);
    expect(
      before.filter((source) => /firestore|features\/classifier|components\/Modal\//.test(source)),
    ).toEqual([]);
  });
});

it('every Mantine component in the built files has its styles, and no other is loaded', () => {
  const used = new Set<string>();
  for (const file of readdirSync(join(BUILT, 'assets'))) {
    if (!file.endsWith('.js')) continue;
    for (const source of sourcesOf(`assets/${file}`)) {
      const styles = /@mantine\/core\/.*\/(\w+)\.module/.exec(source)?.[1];
      if (styles !== undefined) used.add(styles);
    }
  }
  const loaded = [...readFileSync('src/app/mantine.css', 'utf8').matchAll(/styles\/([\w-]+)\.css/g)].map(
    ([, name]) => name,
  );
  const general = ['baseline', 'global'];
  expect(new Set(loaded)).toEqual(new Set([...general, ...used]));
});

it('licences.txt has the licence of every package in the built files, which have none themselves', () => {
  const scripts = readdirSync(join(BUILT, 'assets')).filter((file) => file.endsWith('.js'));
  const sources = scripts.flatMap((file) => sourcesOf(`assets/${file}`)).join('\n');
  const packages = new Set(sources.match(/(?<=node_modules\/)(?!.*node_modules\/)(@[^/]+\/)?[^/\n]+/g));
  expect(packages.size).toBeGreaterThan(20);
  const parts = readFileSync(join(BUILT, 'licences.txt'), 'utf8').split(/^-{80}$/m);
  const named = parts
    .filter((part) => /permission|licensed|license/i.test(part))
    .map((part) => part.trim().split(' ')[0]);
  expect([...packages].filter((name) => !named.includes(name))).toEqual([]);
  expect(named).toContain('@fontsource-variable/inter');
  const code = scripts.map((file) => readFileSync(join(BUILT, 'assets', file), 'utf8'));
  expect(code.filter((text) => /\/\*[^*]*(@license|Copyright)/.test(text))).toEqual([]);
});

it('the page says of which build it is, as the file beside it that open pages ask for', () => {
  const { version } = JSON.parse(readFileSync(join(BUILT, VERSION_FILE), 'utf8')) as { version: string };
  expect(version).toMatch(/^[\w-]{16}$/);
  const page = readFileSync(join(BUILT, 'index.html'), 'utf8');
  expect(page).toContain(`<meta name="${VERSION_META}" content="${version}" />`);
});

it('the page asks not to be translated, by the attribute and in the way that Chrome reads', () => {
  const page = readFileSync(join(BUILT, 'index.html'), 'utf8');
  expect(page).toMatch(/<html [^>]*\btranslate="no"/);
  expect(page).toContain('<meta name="google" content="notranslate" />');
});

/** The modules that a built script was made of. */
function sourcesOf(file: string): string[] {
  const map = join(BUILT, `${file}.map`);
  return existsSync(map) ? (JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }).sources : [];
}
