import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { VERSION_FILE, VERSION_META } from './model/appVersion.ts';

/**
 * Writes the version of the build into its page and into a file of its own, so that an open page can tell when the server
 * has another one. It is made of the names of the built files, which have the hashes of their contents: the same sources
 * are the same version.
 */
export function version(): Plugin {
  return {
    name: 'version',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The build has no index.html.');
        const id = versionOf(Object.keys(bundle));
        page.source = String(page.source).replace(
          '</head>',
          `<meta name="${VERSION_META}" content="${id}" /></head>`,
        );
        this.emitFile({
          type: 'asset',
          fileName: VERSION_FILE,
          source: `${JSON.stringify({ version: id })}\n`,
        });
      },
    },
  };
}

function versionOf(files: readonly string[]): string {
  return createHash('sha256').update(files.toSorted().join('\n')).digest('base64url').slice(0, 16);
}
