import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOOK_NAMES, type Violation } from './pictures.ts';
import type { ScreenState } from './states.ts';

/** A state with its pictures: what axe-core found, or why it could not be reached. */
export type PicturedState = {
  readonly state: ScreenState;
  readonly violations: readonly Violation[];
  readonly failure: string | null;
};

/** The file name of a state, without look and ending. */
export function fileNameOf({ screen, name }: ScreenState): string {
  return `${screen}-${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** The pictures in `folder` that differ from those of the same name in `former`, or are new there. */
export function changedPictures(folder: string, former: string, states: readonly PicturedState[]): string[] {
  return states
    .flatMap(({ state }) => LOOK_NAMES.map((look) => `${fileNameOf(state)}.${look}.png`))
    .filter((file) => existsSync(join(folder, file)))
    .filter((file) => {
      const path = join(former, file);
      return !existsSync(path) || !readFileSync(path).equals(readFileSync(join(folder, file)));
    });
}

/** Writes `folder/index.html`: all pictures by screen and state, those that changed beside the former ones. */
export function writeIndexPage(
  folder: string,
  states: readonly PicturedState[],
  changes: { readonly former: string; readonly files: readonly string[] } | null,
): void {
  const body = [
    '<h1>Screens of GL Classifier</h1>',
    changes === null ? '' : changedSection(changes),
    ...states.map(stateSection),
  ].join('\n');
  writeFileSync(join(folder, 'index.html'), `${HEAD}\n${body}\n`);
}

const HEAD = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 1.5rem; background: #f4f4f5 }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start }
figure { margin: 0 } img { height: 18rem; border: 1px solid #ccc; background: white }
.fault { color: #b00020; white-space: pre-wrap }
</style>`;

function changedSection({ former, files }: { former: string; files: readonly string[] }): string {
  const rows = files.map(
    (file) =>
      `<h3>${escaped(file)}</h3><div class="pictures">${figure(join(former, file), 'before')}${figure(file, 'now')}</div>`,
  );
  return `<h2>${files.length} changed pictures</h2>${rows.join('\n')}`;
}

function stateSection({ state, violations, failure }: PicturedState): string {
  const name = fileNameOf(state);
  return [
    `<h2>${escaped(`${state.screen}: ${state.name}`)}</h2>`,
    failure === null ? '' : `<p class="fault">Not reached: ${escaped(failure)}</p>`,
    ...violations.map(({ look, text }) => `<p class="fault">${escaped(`${look}: ${text}`)}</p>`),
    `<div class="pictures">${LOOK_NAMES.map((look) => figure(`${name}.${look}.png`, look)).join('')}</div>`,
  ].join('\n');
}

function figure(file: string, caption: string): string {
  const address = escaped(encodeURI(file));
  return `<figure><a href="${address}"><img src="${address}" alt="${escaped(caption)}" loading="lazy"></a><figcaption>${escaped(caption)}</figcaption></figure>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
