import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSION_FILE } from '#model/appVersion.ts';
import { setSecurityHeaders } from '#server/http/securityHeaders.ts';
import { fileFor, headersFor, readHostingConfig } from '../support/hosting.ts';
import { folderOfFile } from '../support/testFolder.ts';

const firebase = JSON.parse(readFileSync('firebase.json', 'utf8'));
const hosting = readHostingConfig(folderWithBuiltApp());

/** As it is when the app is built. */
function folderWithBuiltApp(): string {
  const folder = folderOfFile();
  const assets = join(folder, 'dist', 'app', 'assets');
  mkdirSync(assets, { recursive: true });
  copyFileSync('firebase.json', join(folder, 'firebase.json'));
  for (const name of ['index-3f9a.js', 'index-3f9a.js.map']) writeFileSync(join(assets, name), '');
  return folder;
}

/** `name → value` of what the embedded server sends for https://example.com. */
function embeddedHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = { setHeader: (name: string, value: string) => Object.assign(headers, { [name]: value }) };
  setSecurityHeaders(response as unknown as ServerResponse, 'https://example.com');
  return headers;
}

/** `directive → sources` of a Content Security Policy. */
function directives(policy = ''): Map<string, string[]> {
  return new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]));
}

const TRUSTED_TYPES = ['require-trusted-types-for', 'trusted-types'];

describe('firebase.json', () => {
  it('deploys rules files that exist', () => {
    expect(existsSync(firebase.firestore.rules)).toBe(true);
    expect(existsSync(firebase.database.rules)).toBe(true);
  });

  it.each(['/', '/upload', '/database', '/admin', '/auth/action', '/no/such/page'])(
    'answers %s with the start page, asked for anew each time',
    (path) => {
      expect(fileFor(hosting, path)).toBe('dist/app/index.html');
      expect(headersFor(hosting, path)['Cache-Control']).toBe('no-cache');
    },
  );

  it('answers 404 for a file that is not there, such as one of an earlier build', () => {
    expect(fileFor(hosting, '/assets/index-0000.js')).toBeNull();
    expect(fileFor(hosting, '/robots.txt')).toBeNull();
  });

  it('keeps the stamp of the build to itself', () => {
    expect(hosting.ignore).toContain('**/.*');
    expect(fileFor(hosting, '/.built')).toBeNull();
  });

  it('lets browsers keep only the built files with a hash in their name, and no answer that there is no such file', () => {
    const cached = (path: string) => headersFor(hosting, path)['Cache-Control'];
    expect(cached('/assets/index-3f9a.js')).toBe('public, max-age=31536000, immutable');
    for (const name of ['index-0000.js', 'index-3f9a', 'index-3f9a.js.map', 'index-3f9a.js/x', ''])
      expect(cached(`/assets/${name}`), name).toBe('no-cache');
    expect(cached('/colour-scheme.js')).toBe('no-cache');
    expect(cached('/icon.svg')).toBe('no-cache');
    expect(cached(`/${VERSION_FILE}`)).toBe('no-cache');
  });

  const ANY = [
    '/',
    '/admin',
    '/assets/index-3f9a.js',
    '/_',
    '/_x',
    '/_/x',
    '/__',
    '/__x',
    '/__x/__/y',
    '/x/__/y',
  ];
  it.each(ANY)('protects %s as the embedded server does', (path) => {
    const { 'Content-Security-Policy': ours, ...others } = embeddedHeaders();
    expect(headersFor(hosting, path)).toMatchObject(others);
    const embedded = directives(ours);
    const hosted = directives(headersFor(hosting, path)['Content-Security-Policy']);
    expect([...hosted.keys()].filter((name) => !embedded.has(name))).toEqual(['frame-src']);
    for (const [name, sources] of embedded) {
      // Google's script sets what these refuse (docs/deploy-firebase.md).
      if (TRUSTED_TYPES.includes(name)) {
        expect(hosted.has(name)).toBe(false);
        continue;
      }
      const own = sources.filter((source) => source !== 'wss://example.com');
      const added = hosted.get(name)?.filter((source) => !own.includes(source)) ?? [];
      expect(hosted.get(name), name).toEqual(expect.arrayContaining(own));
      expect(
        added.filter((source) => !/^(https|wss):\/\/[\w*.-]+\.[\w.-]+(\/\S*)?$/.test(source)),
        name,
      ).toEqual([]);
    }
  });

  it('leaves Google’s own pages below /__/ alone: the sign-in frame must be allowed into our page', () => {
    for (const page of ['', 'auth/iframe', 'auth/handler'])
      expect(headersFor(hosting, `/__/${page}`), page).toEqual({});
  });

  it('names the ports that .env.emulators and the documentation use', () => {
    const settings = readFileSync('.env.emulators', 'utf8');
    const { auth, firestore, database } = firebase.emulators;
    expect(settings).toContain(`VITE_AUTH_EMULATOR=http://127.0.0.1:${auth.port}\n`);
    expect(settings).toContain(`VITE_FIRESTORE_EMULATOR=http://127.0.0.1:${firestore.port}\n`);
    expect(settings).toContain(`VITE_FIREBASE_DATABASE_URL=http://127.0.0.1:${database.port}?ns=`);
    const rules = readFileSync('docs/rules.md', 'utf8');
    expect(rules).toContain(`FIRESTORE_EMULATOR_HOST=127.0.0.1:${firestore.port}`);
    expect(rules).toContain(`FIREBASE_DATABASE_EMULATOR_HOST=127.0.0.1:${database.port}`);
  });
});
