import { wrap } from 'comlink';
import { useLocation } from 'react-router-dom';
import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { UploadPage } from '#src/features/upload/UploadPage.tsx';
import { startAnalysis } from '#src/services/analysis.ts';
import { connectLedger } from '#src/services/ledger.ts';
import type { MemoryLedger } from '../../support/memoryLedger.worker.ts';
import { accountOf } from './fakeServices.ts';
import { fillAndPause } from './fillAndPause.ts';
import { pasteInto } from './pasteInto.ts';
import { renderInApp } from './renderInApp.tsx';
import { TestRouter } from './TestRouter.tsx';

const backend = { kind: 'embedded', origin: 'http://127.0.0.1:1', projectId: 'test' } as const;

type Setup = {
  readonly scheme?: 'light' | 'dark';
  /** The stored list does not arrive before `memory.letListArrive()`. */
  readonly isListHeld?: boolean;
  /** The address that the screen is opened with; it is then shown, too. */
  readonly start?: string;
};

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

/** The Upload screen over the real workers, the database being in memory: PREMIER INN 6200, TESCO STORES 6100. */
export async function setupUpload({ scheme = 'light', isListHeld = false, start }: Setup = {}) {
  const worker = new Worker(new URL('../../support/memoryLedger.worker.ts', import.meta.url), {
    type: 'module',
  });
  const account = accountOf('ann.lee@example.com');
  const memory = wrap<MemoryLedger>(worker);
  if (isListHeld) await memory.holdList();
  // What the browser keeps of one test's text is not for the next.
  const ledger = connectLedger(worker, { backend, account, tab: { id: crypto.randomUUID(), isNew: false } });
  onTestFinished(() => ledger.stop());
  const show = () =>
    renderInApp(
      <TestRouter {...(start !== undefined && { start })}>
        {start !== undefined && <Address />}
        <UploadPage account={account} ledger={ledger} startAnalysis={startAnalysis} />
      </TestRouter>,
      scheme,
    );
  const screen = await show();
  if (!isListHeld) await expect.poll(() => ledger.list.get().kind).toBe('ready');
  const box = page.getByRole('textbox', { name: 'Description and GL account, separated by a tab' });
  const zone = page.getByRole('region', { name: 'Pairs' });

  return {
    screen,
    show,
    box,
    account,
    ledger,
    /** The other end of the database: somebody else's changes, refusals. */
    memory,
    text: () => (box.element() as HTMLTextAreaElement).value,
    type: (text: string) => fillAndPause(box, text),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    /** One line of the dry run. */
    dryRun: (label: string) =>
      page.getByRole('region', { name: 'Preview' }).getByRole('listitem').filter({ hasText: label }),
    /** What Ctrl+V does, without the clipboard of the machine. */
    paste: (pasted: string) => pasteInto(box, pasted),
    drop(...files: File[]) {
      const dataTransfer = new DataTransfer();
      for (const file of files) dataTransfer.items.add(file);
      zone.element().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
  };
}
