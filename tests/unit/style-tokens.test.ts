import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css') && !/app\/(tokens|mantine)\.css$/.test(name))
  .map((name) => join('src', name));

/** What a value may not have, by the properties that it is a value of. */
const RULES: readonly { readonly of: RegExp; readonly not: RegExp }[] = [
  {
    of: /./,
    not: /#[\da-f]{3,8}\b|\b(rgba?|hsla?|oklch|lab|light-dark|color-mix)\(|var\(--mantine-(color|primary|shadow|radius|font-size|spacing)/i,
  },
  {
    of: /^(color|background|fill|stroke|.*-color|border.*|outline.*)$/,
    not: /\b(red|green|blue|gray|grey|orange|yellow|navy|teal)\b/,
  },
  { of: /^font-size$/, not: /\d(px|r?em|%)/ },
  { of: /^border(-.*)?-radius$/, not: /[3-9]px|\d{2}px|\drem/ },
  { of: /^box-shadow$/, not: /^(?!none|var\(|inset ).*/ },
];

/** Declarations of a style sheet that take a colour, size or shadow from elsewhere than the tokens. */
function violationsOf(css: string): string[] {
  const declarations = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/url\([^)]*\)/g, '')
    .matchAll(/(?:^|[;{])\s*([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g);
  return [...declarations].flatMap(([, name = '', value = '']) =>
    RULES.some(({ of, not }) => of.test(name) && not.test(value)) ? [`${name}: ${value}`] : [],
  );
}

describe('colours, sizes and shadows come from src/app/tokens.css', () => {
  it.each(files)('%s', (file) => {
    expect(violationsOf(readFileSync(file, 'utf8'))).toEqual([]);
  });

  it('and the rule finds what does not', () => {
    const css =
      '.a { color: #fff; font-size: 13px; border-radius: 8px; box-shadow: 0 1px 2px var(--line); color: red; }';
    expect(violationsOf(css)).toHaveLength(5);
    expect(violationsOf('.a { color: var(--text); font-size: inherit; border-radius: 50%; }')).toEqual([]);
  });
});

/** The classes that the rules of a style sheet are for. */
function classesOf(css: string): Set<string> {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g);
  return new Set(
    [...selectors].flatMap(([, text = '']) => [...text.matchAll(/\.([a-z]\w*)/gi)].map((m) => m[1] ?? '')),
  );
}

describe('every class of a style sheet is used', () => {
  const code = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(join('src', name), 'utf8'));

  it.each(files.filter((file) => file.endsWith('.module.css')))('%s', (file) => {
    const css = readFileSync(file, 'utf8');
    const users = code.filter((text) => text.includes(`/${basename(file)}'`)).join();
    const isUsed = (name: string) =>
      users.includes(`'${name}'`) || new RegExp(`composes: .*\\b${name}\\b`).test(css);
    expect([...classesOf(css)].filter((name) => !isUsed(name))).toEqual([]);
  });

  it('and the rule finds the others', () => {
    expect([
      ...classesOf('.a:has(> .b) { gap: 1.5rem } /* .c {} */ @media (width < 1px) { .d, .e > p { gap: 0 } }'),
    ]).toEqual(['a', 'b', 'd', 'e']);
  });
});

describe('every class that a component names is in its style sheet', () => {
  const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g;
  const missingIn = (name: string, code: string, css: string) =>
    [...code.matchAll(new RegExp(`\\b${name}\\['(\\w+)'\\]`, 'g'))]
      .map(([, named = '']) => named)
      .filter((named) => !classesOf(css).has(named));
  const users = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => join('src', file))
    .filter((file) => readFileSync(file, 'utf8').includes('.module.css'));

  it.each(users)('%s', (file) => {
    const code = readFileSync(file, 'utf8');
    for (const [, name = '', path = ''] of code.matchAll(IMPORT))
      expect(missingIn(name, code, readFileSync(join(file, '..', path), 'utf8'))).toEqual([]);
  });

  it('and the rule finds one that is not', () => {
    expect(
      missingIn('styles', "<b className={styles['gone']} title={styles['a']} />", '.a { gap: 0 }'),
    ).toEqual(['gone']);
  });
});
