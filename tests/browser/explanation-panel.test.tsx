import { createRef, useState } from 'react';
import { expect, it } from 'vitest';
import type { RowExplanation } from '#contract/ledger.ts';
import { ExplanationPanel } from '#src/features/classifier/ExplanationPanel.tsx';
import { RowGuesses } from '#src/rows/RowGuesses.ts';
import type { LedgerRun } from '#src/services/ledger.ts';
import { fakeLedger } from './support/fakeLedger.ts';
import { renderInApp } from './support/renderInApp.tsx';

const explanation: RowExplanation = {
  description: 'row of the former text',
  explanation: { kind: 'none', reason: 'no-keyword' },
  isShown: true,
  noPayment: null,
  otherCells: [],
};

it('a row of the former text does not stand beside the rows of the next', async () => {
  const run = (explain: LedgerRun['explain']) => ({ explain }) as LedgerRun;
  const ref = createRef<HTMLElement>();
  const screenOf = (of: LedgerRun) => (
    <ExplanationPanel
      ref={ref}
      ledger={fakeLedger()}
      counts={null}
      run={of}
      row={0}
      description=""
      account="No Match"
      suggestion={undefined}
      isChosen={false}
      isAdmin
      names={null}
      guesses={new RowGuesses()}
      onChoose={() => {}}
      onLeave={() => {}}
    />
  );
  const former = run(async () => explanation);
  const next = run(() => new Promise(() => {}));
  const Page = () => {
    const [of, setOf] = useState(former);
    return (
      <>
        <button type="button" onClick={() => setOf(next)}>
          Another text
        </button>
        {screenOf(of)}
      </>
    );
  };
  const screen = await renderInApp(<Page />);
  await expect.element(screen.getByText('row of the former text')).toBeVisible();
  await screen.getByRole('button', { name: 'Another text' }).click();
  await expect.element(screen.getByText('row of the former text')).not.toBeInTheDocument();
});
