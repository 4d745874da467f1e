import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { changedPictures, fileNameOf, type PicturedState, writeIndexPage } from './indexPage.ts';
import { takePictures } from './pictures.ts';
import { openStage, type Stage } from './stage.ts';
import { type ScreenState, states } from './states.ts';

/**
 * `npm run screens -- [--only TEXT] [--folder FOLDER] [--against FOLDER]`: pictures of every state of every screen, with
 * an index page. Exit code 1 when a state was not reached or axe-core found something.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      folder: { type: 'string', default: 'screens' },
      against: { type: 'string' },
    },
  });
  const folder = resolve(values.folder);
  const wanted = states.filter((state) => fileNameOf(state).includes(values.only.toLowerCase()));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const pictured = await pictureAll(folder, wanted);
  const former = values.against === undefined ? null : resolve(values.against);
  const changes = former === null ? null : { former, files: changedPictures(folder, former, pictured) };
  writeIndexPage(folder, pictured, changes);
  report(folder, pictured, changes?.files ?? null);
}

async function pictureAll(folder: string, wanted: readonly ScreenState[]): Promise<PicturedState[]> {
  const stage = await openStage();
  const pictured: PicturedState[] = [];
  try {
    for (const state of wanted) pictured.push(await picture(stage, folder, state));
  } finally {
    await stage.close();
  }
  return pictured;
}

async function picture(stage: Stage, folder: string, state: ScreenState): Promise<PicturedState> {
  const started = Date.now();
  try {
    const page = await state.reach(stage);
    const violations = await takePictures(page, folder, fileNameOf(state));
    process.stdout.write(
      `${state.screen}: ${state.name} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`,
    );
    return { state, violations, failure: null };
  } catch (error) {
    return { state, violations: [], failure: String(error) };
  } finally {
    await stage.leave();
  }
}

function report(folder: string, pictured: readonly PicturedState[], changed: readonly string[] | null): void {
  for (const { state, violations, failure } of pictured) {
    const name = `${state.screen}: ${state.name}`;
    if (failure !== null) console.error(`${name} was not reached: ${failure}`);
    for (const { look, text } of violations) console.error(`${name}, ${look}: ${text}`);
  }
  if (changed !== null) process.stdout.write(`${changed.length} pictures differ.\n`);
  process.stdout.write(`${pictured.length} states: ${resolve(folder, 'index.html')}\n`);
  const isFine = pictured.every(({ violations, failure }) => failure === null && violations.length === 0);
  process.exitCode = isFine ? 0 : 1;
}

await main();
