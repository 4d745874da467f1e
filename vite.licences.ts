import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'licences.txt';
const LINE = `\n${'-'.repeat(80)}\n\n`;

type Package = {
  readonly name: string;
  readonly version: string;
  /** Identifier of its licence, as in its package.json. */
  readonly licence: string;
  /** The file with its licence; null where it has none. */
  readonly text: string | null;
  /** Lines of copyright in its modules. */
  readonly copyright: Set<string>;
};

/**
 * Writes the licences of all packages in the built files to `licences.txt` beside them; the files themselves have no
 * comments. `page` belongs to the plugins of the page, `worker` to those of its workers, which are built before the page is.
 */
export function licences(): { readonly page: Plugin; readonly worker: () => Plugin[] } {
  const packages = new Map<string, Package>();
  const note = (ids: Iterable<string>) => {
    for (const id of ids) noteModule(packages, id);
  };
  return {
    page: {
      name: 'licences',
      apply: 'build',
      generateBundle(_options, bundle) {
        // Fonts are no modules.
        const assets = Object.values(bundle).flatMap((file) =>
          file.type === 'asset' ? file.originalFileNames : [],
        );
        note([...this.getModuleIds(), ...assets.map((file) => resolve(this.environment.config.root, file))]);
        this.emitFile({ type: 'asset', fileName: FILE, source: textOf([...packages.values()]) });
      },
    },
    worker: () => [
      {
        name: 'licences-of-worker',
        generateBundle() {
          note(this.getModuleIds());
        },
      },
    ],
  };
}

/** `id`: of a module, as the bundler names it. */
function noteModule(packages: Map<string, Package>, id: string): void {
  const folder = /^(\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
  if (folder === undefined) return;
  const found = packages.get(folder) ?? readPackage(folder);
  packages.set(folder, found);
  for (const line of copyrightLines(id.replace(/\?.*$/, ''))) found.copyright.add(line);
}

function readPackage(folder: string): Package {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const { name = folder, version = '', license = 'unknown' } = manifest;
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file === undefined ? null : readFileSync(join(folder, file), 'utf8').trim();
  return { name, version, licence: license, text, copyright: new Set() };
}

function copyrightLines(file: string): string[] {
  const comments = readFileSync(file, 'utf8').match(/\/\*[\s\S]*?\*\//g) ?? [];
  return comments.flatMap((comment) => comment.match(/\bCopyright .*(?:\d{4}|\(c\)).*/gi) ?? []);
}

/** A package without a text, as those of Firebase, names a licence whose text another one brings. */
function textOf(packages: readonly Package[]): string {
  const sorted = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const parts = sorted.map(({ name, version, licence, text, copyright }) => {
    const shared = sorted.find((other) => other.licence === licence && other.text !== null)?.text;
    const notices = text === null ? [...copyright].toSorted() : [];
    return [`${name} ${version} (${licence})`, ...notices, '', text ?? shared ?? '', ''].join('\n');
  });
  return `GL Classifier contains the packages below.\n${LINE}${parts.join(LINE)}`;
}
