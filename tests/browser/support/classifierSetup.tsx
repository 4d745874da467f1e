import { Route, Routes } from 'react-router-dom';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ClassifierPage } from '#src/features/classifier/ClassifierPage.tsx';
import { UnmatchedPage } from '#src/features/unmatched/UnmatchedPage.tsx';
import type { ProposeMappings } from '#src/services/proposals.ts';
import { ShortcutProvider } from '#src/ui/shortcuts/ShortcutProvider.tsx';
import { accountOf } from './fakeServices.ts';
import { fillAndPause } from './fillAndPause.ts';
import { pasteInto } from './pasteInto.ts';
import { renderInApp } from './renderInApp.tsx';
import { startMemoryLedger } from './startMemoryLedger.ts';
import { TestRouter } from './TestRouter.tsx';

/** By its number, from 1. */
const rowOf = (number: number) => page.getByRole('grid').getByRole('row').nth(number);
const cell = (row: number, column: 'description' | 'account') =>
  rowOf(row)
    .getByRole('gridcell')
    .nth(column === 'description' ? 0 : 1);

/** What is opened in it again is its reload. */
export const TAB = { id: 'a', isNew: false };

type Options = {
  isAdmin?: boolean;
  scheme?: 'light' | 'dark';
  uid?: string;
  isReplaced?: boolean;
  onPropose?: ProposeMappings;
};

/** The Classifier screen, with the page of the unmatched lines, over the real ledger worker, whose database is in memory. */
export async function setupClassifier({
  isAdmin = true,
  scheme = 'light',
  isReplaced = false,
  onPropose,
  // What the browser keeps of one test is not for the next.
  uid = crypto.randomUUID(),
}: Options = {}) {
  const account = accountOf('ann.lee@example.com', { uid });
  const { ledger, memory } = startMemoryLedger({ account, tab: TAB });
  const show = () =>
    renderInApp(
      <TestRouter>
        <main>
          <Routes>
            <Route
              path="/unmatched"
              element={
                <ShortcutProvider>
                  <UnmatchedPage ledger={ledger} isAdmin={isAdmin} {...(onPropose && { onPropose })} />
                </ShortcutProvider>
              }
            />
            <Route
              path="*"
              element={
                <ClassifierPage account={account} isAdmin={isAdmin} ledger={ledger} isReplaced={isReplaced} />
              }
            />
          </Routes>
        </main>
      </TestRouter>,
      scheme,
    );
  const screen = await show();
  const box = page.getByRole('textbox', { name: 'Descriptions, one per line' });

  return {
    uid,
    /** The same person opens the page anew, in a new worker. */
    async reload() {
      await screen.unmount();
      ledger.stop();
      return setupClassifier({ isAdmin, scheme, uid });
    },
    ledger,
    screen,
    box,
    show,
    /** The other end of the database: somebody else's changes, refusals, lost connections. */
    memory,
    row: rowOf,
    cell,
    /** Double-clicks a description; resolves when its text box has the focus. */
    async edit(row: number) {
      await userEvent.dblClick(cell(row, 'description'));
      await expect.element(page.getByRole('textbox', { name: /^Description of row/ })).toHaveFocus();
    },
    type: (text: string) => fillAndPause(box, text),
    /** What Ctrl+V does, without the clipboard of the machine. */
    paste: (text: string) => pasteInto(box, text),
  };
}
