import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showDatabase, startDatabase } from './support/databaseSetup.tsx';
import { expectAccessible } from './support/expectAccessible.ts';

beforeEach(async () => {
  await page.viewport(1440, 900);
});

/** The screen with PREMIER INN, which had the accounts 6200, 6210 and now 6220, and another mapping under P. */
async function setup() {
  const { ledger, memory } = await startDatabase([
    ['PREMIER INN', '6210'],
    ['PARCELHAWK', '6220'],
  ]);
  await memory.addMappings([['PREMIER INN', '6220']]);
  const screen = await showDatabase(ledger);
  const inspector = screen.getByRole('complementary', { name: 'The chosen mapping' });
  await expect.element(inspector.getByRole('heading', { name: 'PARCELHAWK' })).toBeVisible();
  return { screen, inspector, ledger };
}

describe('the chosen mapping beside the table', () => {
  it('is the row that was used last, by the pointer or by the keyboard', async () => {
    const { screen, inspector } = await setup();
    await screen.getByRole('cell', { name: 'PREMIER INN', exact: true }).click();
    await expect.element(inspector.getByRole('heading', { name: 'PREMIER INN' })).toBeVisible();
    await expect.element(inspector.getByText('Mappings with this account')).toBeVisible();
    await expect.element(inspector.getByText('2', { exact: true })).toBeVisible();
    await expect
      .element(inspector.getByRole('link', { name: 'Show in History' }))
      .toHaveAttribute('href', '/history?key=PREMIER%20INN');
    screen.getByRole('button', { name: 'Edit PARCELHAWK' }).element().focus();
    await expect.element(inspector.getByRole('heading', { name: 'PARCELHAWK' })).toBeVisible();
    await expectAccessible(screen.container);
  });

  it('puts a former value back, after a look at what changes', async () => {
    const { screen, inspector } = await setup();
    await screen.getByRole('cell', { name: 'PREMIER INN', exact: true }).click();
    const former = inspector.getByRole('listitem').filter({ hasText: '6200 → 6210' });
    await expect.element(inspector.getByRole('listitem').first()).toHaveTextContent('6210 → 6220Now');
    await former.getByRole('button', { name: 'Put this value back' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Put this value back' });
    await userEvent.click(dialog.getByRole('button', { name: 'Restore 1 mapping' }));
    await expect.element(screen.getByText('1 mapping restored.')).toBeVisible();
    await expect.element(screen.getByRole('row', { name: /PREMIER INN/ })).toHaveTextContent('6210');
    await expect.element(inspector.getByRole('listitem').first()).toHaveTextContent('6220 → 6210Now');
    // It was so before, and is so again: only the last of the two is now.
    expect(inspector.getByText('Now', { exact: true }).elements()).toHaveLength(1);
    await expect.element(former.getByRole('button')).not.toBeInTheDocument();
  });

  it('has no place on a narrow window, where the row leads to its history', async () => {
    await page.viewport(1024, 800);
    const { ledger } = await startDatabase();
    const screen = await showDatabase(ledger);
    await expect.element(screen.getByRole('link', { name: 'History of PREMIER INN' })).toBeVisible();
    expect(screen.getByRole('complementary').elements()).toHaveLength(0);
  });
});
