import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { UploadPage } from '#src/features/upload/UploadPage.tsx';
import { startAnalysis } from '#src/services/analysis.ts';
import { openAccessMemory } from '#workers/ledger/access.ts';
import { accountOf } from './fakeServices.ts';
import { fillAndPause } from './fillAndPause.ts';
import { pasteInto } from './pasteInto.ts';
import { renderInApp } from './renderInApp.tsx';
import { startMemoryLedger } from './startMemoryLedger.ts';
import { Address, TestRouter } from './TestRouter.tsx';

type Setup = {
  readonly scheme?: 'light' | 'dark';
  /** The stored list does not arrive before `memory.letListArrive()`. */
  readonly isListHeld?: boolean;
  /** The address that the screen is opened with; it is then shown, too. */
  readonly start?: string;
};

/** The Upload screen over the real workers, the database being in memory: PREMIER INN 6200, TESCO STORES 6100. */
export async function setupUpload({ scheme = 'light', isListHeld = false, start }: Setup = {}) {
  const account = accountOf('ann.lee@example.com');
  // What holds the list back holds the own access back, too: the browser knows it from an earlier visit.
  if (isListHeld) await openAccessMemory(account.uid).save('admin');
  const { ledger, memory } = startMemoryLedger({ account, isListHeld });
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
