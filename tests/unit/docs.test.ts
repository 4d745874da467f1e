import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const markdown = (folder: string, recursive: boolean) =>
  readdirSync(folder, { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name).split(sep).join('/'));

const pages = [
  ...markdown('.', false),
  ...['bench', 'cli', 'docs', 'rules', 'server', 'src', 'tests', 'workers'].flatMap((folder) =>
    markdown(folder, true),
  ),
].sort();
const scripts: Readonly<Record<string, string>> = JSON.parse(readFileSync('package.json', 'utf8')).scripts;

/** The anchor that a heading gets: lower case, without punctuation, hyphens for spaces. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** The links of a page that lead to files, e.g. `../rules.md#tests`. */
function linksIn(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

function isBroken(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(file)) return true;
  if (anchor === undefined || statSync(file).isDirectory()) return false;
  return !anchorsIn(readFileSync(file, 'utf8')).includes(anchor);
}

/** `npm run x`, the files that node is told to run, and the tests that vitest is pointed at. */
function commandsIn(text: string): { scripts: string[]; files: string[] } {
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  return {
    scripts: found(/npm run (?:-s |--silent )?([a-z][\w:-]*)/g),
    files: [...found(/node (scripts\/[\w./-]+)/g), ...found(/vitest run [^`\n]*?(tests\/[\w./-]+\.tsx?)/g)],
  };
}

describe('the documentation', () => {
  it('is found', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/self-hosting.md']));
  });

  it.each(pages)('%s: every link leads somewhere', (page) => {
    const text = readFileSync(page, 'utf8');
    expect(linksIn(text).filter((target) => isBroken(page, target))).toEqual([]);
  });

  it.each(pages)('%s: every command exists', (page) => {
    const commands = commandsIn(readFileSync(page, 'utf8'));
    expect(commands.scripts.filter((name) => !(name in scripts))).toEqual([]);
    expect(commands.files.filter((file) => !existsSync(file) && !file.includes('NAME'))).toEqual([]);
  });

  it('has every page of docs in reach of the README', () => {
    const readme = readFileSync('README.md', 'utf8');
    const linked = linksIn(readme).map((target) => target.split('#')[0]);
    const loose = pages.filter((page) => page.startsWith('docs/') && !page.startsWith('docs/decisions/'));
    expect(loose.filter((page) => !linked.includes(page))).toEqual([]);
  });

  it('has a picture that is worth its size', () => {
    expect(statSync('docs/screenshot.png').size).toBeLessThan(150_000);
  });
});
