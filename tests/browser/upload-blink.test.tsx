import { beforeEach, expect, it, vi } from 'vitest';
import { extendPart } from '#src/services/workerLink.ts';
import { emptyUploadStorage } from './support/emptyUploadStorage.ts';
import { setupUpload } from './support/uploadSetup.tsx';

beforeEach(emptyUploadStorage);

const NEW_SHOP = new File(['NEW SHOP,6400'], 'shops.csv', { type: 'text/csv' });
const notFetched = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

/** A file was read while the worker could not fetch the code that compares and hands over the list. */
async function afterBlink() {
  const upload = await setupUpload();
  const { ledger, drop, screen } = upload;
  const { uploader } = ledger;
  const dryRun = vi.fn(uploader.dryRun).mockImplementationOnce(notFetched);
  const serializeList = vi.fn(uploader.serializeList).mockImplementationOnce(notFetched);
  Object.assign(ledger, { uploader: extendPart(uploader, { dryRun, serializeList }) });
  drop(NEW_SHOP);
  const notCompared = screen.getByText('The pairs could not be compared with the stored list.');
  const notAnalyzed = screen.getByText('The pairs could not be analyzed.');
  await expect.element(notCompared).toBeVisible();
  await expect.element(notAnalyzed).toBeVisible();
  await expect.element(screen.getByText('Analyzing keywords…')).not.toBeInTheDocument();
  return { ...upload, notCompared, notAnalyzed };
}

it('what a blink of the connection made fail says so, and is done again on request', async () => {
  const { screen, button, dryRun, notCompared, notAnalyzed } = await afterBlink();
  await screen.getByRole('button', { name: 'Retry' }).first().click();
  await expect.element(dryRun('New – will be added')).toHaveTextContent('1');
  await expect.element(screen.getByText('No potential optimizations found.')).toBeVisible();
  await expect.element(notCompared).not.toBeInTheDocument();
  await expect.element(notAnalyzed).not.toBeInTheDocument();
  await button('Add to Firebase Database').click();
  await expect
    .element(screen.getByText('Successfully uploaded 1 new mappings to Firebase.', { exact: true }))
    .toBeVisible();
});

it('what a blink of the connection made fail is done again when the connection is back', async () => {
  const { screen, memory, dryRun, ledger } = await afterBlink();
  await memory.setConnected(false);
  await expect.poll(() => ledger.isConnected.get()).toBe(false);
  await memory.setConnected(true);
  await expect.element(dryRun('New – will be added')).toHaveTextContent('1');
  await expect.element(screen.getByText('No potential optimizations found.')).toBeVisible();
});
