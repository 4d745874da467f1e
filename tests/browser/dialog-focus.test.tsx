import { Button, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AccountDialog } from '#src/app/AccountDialog.tsx';
import { ChartAccountDialog } from '#src/features/accounts/ChartAccountDialog.tsx';
import { AddUserModal } from '#src/features/admin/AddUserModal.tsx';
import { EditUserModal } from '#src/features/admin/EditUserModal.tsx';
import { AccountSummary } from '#src/features/classifier/summary/AccountSummary.tsx';
import { JournalDialog } from '#src/features/classifier/summary/JournalDialog.tsx';
import { AddMappingDialog } from '#src/features/database/AddMappingDialog.tsx';
import { ChangeAccountDialog } from '#src/features/database/ChangeAccountDialog.tsx';
import { tableStoreOf } from '#src/features/database/TableStore.ts';
import { FixDialog } from '#src/features/health/FixDialog.tsx';
import { AccessRestoreDialog } from '#src/features/history/AccessRestoreDialog.tsx';
import { ProposeDialog } from '#src/features/proposals/ProposeDialog.tsx';
import { RestoreDialog } from '#src/list-history/RestoreDialog.tsx';
import { MappingForm } from '#src/rows/MappingForm.tsx';
import { rowStoreOf } from '#src/rows/RowStore.ts';
import type { AuthService } from '#src/services/auth.ts';
import type { HistoryService } from '#src/services/ledger.ts';
import { extendPart } from '#src/services/workerLink.ts';
import { ShortcutDialog } from '#src/ui/shortcuts/ShortcutDialog.tsx';

import { noActions } from './support/historyScreen.tsx';
import { renderInApp } from './support/renderInApp.tsx';
import { account, startMemoryLedger } from './support/startMemoryLedger.ts';
import { says } from './support/steps.ts';

const startLedger = () => startMemoryLedger().ledger;

type Closing = { readonly onClose: () => void };
const nothing = () => {};

/** Every dialog of the product, by the file that has it. */
const dialogs: Readonly<Record<string, (closing: Closing) => ReactNode>> = {
  FixDialog: (props) => (
    <FixDialog
      editor={{ previewMany: async () => null }}
      fix={{ kind: 'chart', accounts: [] }}
      onFix={nothing}
      {...props}
    />
  ),
  ShortcutDialog: (props) => (
    <ShortcutDialog shortcuts={[]} turnedOff={new Set()} onChoose={nothing} {...props} />
  ),
  AccountDialog: (props) => (
    <AccountDialog
      email="ann@example.com"
      calls={null}
      sendResetLink={async () => ({ kind: 'done' })}
      onSignedOut={nothing}
      {...props}
    />
  ),
  EditUserModal: (props) => (
    <EditUserModal
      user={{ email: account.email, name: 'Ann', allow: true, admin: false }}
      isSelf={false}
      auth={{} as AuthService}
      accountCalls={null}
      rename={async () => ({ kind: 'done' })}
      adminData={null}
      {...props}
    />
  ),
  AddUserModal: (props) => (
    <AddUserModal
      users={{ kind: 'loading' }}
      actions={{ addUser: async () => ({ kind: 'done' }), isAdditionUnfinished: () => false }}
      {...props}
    />
  ),
  AddMappingDialog: (props) => <AddMappingDialog {...table()} {...props} />,
  ChangeAccountDialog: (props) => <ChangeAccountDialog selected={2} {...table()} {...props} />,
  RestoreDialog: (props) => (
    <RestoreDialog
      ledger={{ history, editor: { undo: async () => ({ kind: 'gone' }) } }}
      target={{ kind: 'changeSet', changeSet: 'a' as never }}
      {...props}
    />
  ),
  AccessRestoreDialog: (props) => (
    <AccessRestoreDialog
      history={{ preview: async () => ({ kind: 'impossible' }) }}
      target={{ kind: 'changeSet', changeSet: 'a' as never }}
      ownEmail={account.email}
      loadActions={noActions}
      {...props}
    />
  ),
  AccountSummary: (props) => <AccountSummary store={rowStoreOf(startLedger())} goTo={nothing} {...props} />,
  JournalDialog: (props) => <JournalDialog store={rowStoreOf(startLedger())} goTo={nothing} {...props} />,
  MappingForm: (props) => (
    <MappingForm
      title="Save as mapping"
      heading=""
      preview=""
      problem={null}
      buttons={<Button type="submit">Save</Button>}
      keys=""
      onSubmit={nothing}
      onLinesOnly={nothing}
      {...props}
    >
      <input aria-label="Keyword" data-autofocus />
    </MappingForm>
  ),
  ProposeDialog: (props) => (
    <ProposeDialog
      mappings={[{ keyword: 'UBER TRIP', account: '6400', line: null }]}
      proposals={startLedger().proposals}
      {...props}
    />
  ),
  ChartAccountDialog: (props) => (
    <ChartAccountDialog chart={startLedger().chart} account={null} onSaved={nothing} {...props} />
  ),
};

const history = {
  preview: async () => ({ kind: 'impossible', reason: 'list' }),
} as unknown as HistoryService;

function table() {
  const started = startLedger();
  const accounts = async () => [{ glAccount: '6100', mappings: 2 }];
  const ledger = Object.assign(started, { table: extendPart(started.table, { accounts }) });
  return {
    ledger,
    store: tableStoreOf(ledger),
    showDone: nothing,
  };
}

type OpenerProps = { render: (closing: Closing) => ReactNode };

/** A page whose third row opens the dialog, from a button or a menu, and is taken away by closing on demand. */
function Opener({ render }: OpenerProps) {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const [rows, setRows] = useState(['one', 'two', 'three']);
  const open = (row: string, isGone = false) =>
    setDialog(
      render({
        onClose: () => {
          if (isGone) setRows(rows.filter((other) => other !== row));
          setDialog(null);
        },
      }),
    );
  return (
    <main id="main" tabIndex={-1}>
      <h1>Things</h1>
      <Menu>
        <Menu.Target>
          <Button>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => open('')}>Open from the menu</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button" onClick={() => open(row)}>
              Edit {row}
            </button>
            <button type="button" onClick={() => open(row, true)}>
              Replace {row}
            </button>
          </li>
        ))}
      </ul>
      {dialog}
    </main>
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');

async function openFrom(name: string): Promise<void> {
  await says(button(name).click(), dialog);
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
}

describe.each(Object.entries(dialogs))('%s', (_name, render) => {
  it('gives the focus back to what opened it', async () => {
    await renderInApp(<Opener render={render} />);
    await openFrom('Edit two');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button('Edit two')).toHaveFocus();
    await openFrom('Edit three');
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect.element(button('Edit three')).toHaveFocus();
  });
});

it('the dialog of the journal opens with the focus on the account of the bank', async () => {
  await renderInApp(<Opener render={dialogs['JournalDialog'] as OpenerProps['render']} />);
  await openFrom('Edit one');
  await expect.element(dialog.getByRole('combobox', { name: "The bank's GL account" })).toHaveFocus();
});

it('no dialog of the product is missing here, and all are of one kind', () => {
  const sources = Object.entries(
    import.meta.glob<string>('../../src/**/*.tsx', { query: '?raw', import: 'default', eager: true }),
  );
  const filesWith = (what: RegExp) =>
    sources
      .flatMap(([path, text]) => (what.test(text) ? [path.replace(/^.*\/|\.tsx$/g, '')] : []))
      .toSorted();
  expect(filesWith(/import \{ Dialog \} from/)).toEqual(Object.keys(dialogs).toSorted());
  expect(filesWith(/<(Modal|Drawer)\b/)).toEqual(['Dialog']);
});

describe('a dialog', () => {
  const render = dialogs['FixDialog'] as OpenerProps['render'];

  it('opened from a menu gives the focus back to the button of the menu', async () => {
    await renderInApp(<Opener render={render} />);
    await button('More').click();
    await page.getByRole('menuitem').click();
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(button('More')).toHaveFocus();
  });

  it('whose row is gone gives it to the row in its place, the last one, then the heading', async () => {
    await renderInApp(<Opener render={render} />);
    const steps = [
      ['Replace two', button('Replace three')],
      ['Replace three', button('Replace one')],
      ['Replace one', page.getByRole('heading', { name: 'Things' })],
    ] as const;
    for (const [opener, next] of steps) {
      await openFrom(opener);
      await userEvent.keyboard('{Escape}');
      await expect.element(next).toHaveFocus();
    }
  });
});

it.each(['AddMappingDialog', 'ChangeAccountDialog'])(
  'Escape in an open list of accounts closes the list alone: %s',
  async (name) => {
    const render = dialogs[name] as OpenerProps['render'];
    await renderInApp(<Opener render={render} />);
    await openFrom('Edit one');
    const keyword = dialog.getByRole('textbox', { name: 'Keyword' });
    if (name === 'AddMappingDialog') await keyword.fill('NEW SHOP');
    const field = dialog.getByRole('combobox');
    await says(field.click(), page.getByRole('listbox'));
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
    await expect.element(field).toHaveFocus();
    if (name === 'AddMappingDialog') await expect.element(keyword).toHaveValue('NEW SHOP');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button('Edit one')).toHaveFocus();
  },
);
