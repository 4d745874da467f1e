import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bossRecord, openAdminPanel } from './support/adminPanel.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { failed, recordOf } from './support/fakeServices.ts';
import { SCHEMES } from './support/schemes.ts';

/** Longer than a line of the dialog on a phone. */
const long = recordOf(`${'accounts.payable.of.the.northern.'.repeat(4)}branch@example.com`, { name: 'Long' });
const ann = recordOf('ann@example.com', { name: 'Ann', uid: 'ann' });

async function addUser(scheme?: 'light' | 'dark') {
  const panel = await openAdminPanel({ users: [ann, bossRecord], ...(scheme && { scheme }) });
  await panel.screen.getByRole('button', { name: '+ Add User' }).click();
  const dialog = panel.screen.getByRole('dialog', { name: 'Add New User' });
  await expect.element(dialog).toBeVisible();
  const type = (label: string, text: string) => dialog.getByLabelText(label, { exact: true }).fill(text);
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const create = async (email: string, name: string) => {
    await type('Email', email);
    await type('Name', name);
    await type('Password', 'secret');
    await press('Create User');
  };
  return { ...panel, dialog, type, press, create };
}

async function editUser(email: string, scheme?: 'light' | 'dark', isHosted = false) {
  const known = [ann, long, bossRecord].filter((user) => user !== long || email === long.email);
  const panel = await openAdminPanel({ users: known, isHosted, ...(scheme && { scheme }) });
  panel.accountCalls.accounts.set(ann.email, { exists: true, disabled: false, sessions: 2 });
  await panel.screen.getByRole('button', { name: `Edit ${email}` }).click();
  const dialog = panel.screen.getByRole('dialog', { name: 'Edit User' });
  await expect.element(dialog).toBeVisible();
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  return { ...panel, dialog, press };
}

describe('Add New User', () => {
  it('creates the user and says so, and is empty when it is opened again', async () => {
    const { screen, actions, dialog, create } = await addUser();
    await create('new@example.com', 'New');
    await expect.element(screen.getByText('Successfully created user')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    const form = { email: 'new@example.com', name: 'New', password: 'secret' };
    expect(actions.addUser).toHaveBeenCalledExactlyOnceWith(form, expect.any(Date));
    await screen.getByRole('button', { name: '+ Add User' }).click();
    await expect.element(dialog.getByLabelText('Email')).toHaveValue('');
  });

  it.each(SCHEMES)('names what is missing at each field, and who is in the list (%s)', async (scheme) => {
    const { actions, dialog, type, press } = await addUser(scheme);
    await press('Create User');
    for (const text of [
      'Please enter a valid email address',
      'Please enter a name',
      'Password must be at least 6 characters long',
    ]) {
      await expect.element(dialog.getByText(text)).toBeVisible();
    }
    await expect.poll(() => getComputedStyle(dialog.element()).opacity).toBe('1');
    await expectAccessible();
    await type('Email', 'Ann@Example.com');
    await press('Create User');
    await expect.element(dialog.getByText('User with this email already exists')).toBeVisible();
    expect(actions.addUser).not.toHaveBeenCalled();
  });

  it('stays open with what was typed when it fails, and explains that an account was there before', async () => {
    const { screen, actions, dialog, press, create } = await addUser();
    actions.addUser.mockResolvedValueOnce({ kind: 'failed', reason: 'no answer' });
    await create('new@example.com', 'New');
    await expect.element(dialog.getByText('Failed to create user: no answer')).toBeVisible();
    await expect.element(dialog.getByLabelText('Email')).toHaveValue('new@example.com');
    actions.addUser.mockResolvedValueOnce({ kind: 'existing-account' });
    await press('Create User');
    await expect.element(screen.getByText(/a link to set a password was mailed there/)).toBeVisible();
  });

  it('finishes what it has begun for somebody who is in the list by now', async () => {
    const { screen, actions, create } = await addUser();
    actions.isAdditionUnfinished.mockReturnValue(true);
    await create(ann.email, 'Ann');
    await expect.element(screen.getByText('Successfully created user')).toBeVisible();
    expect(actions.addUser).toHaveBeenCalledOnce();
  });

  it('says on the page what failed after it was closed', async () => {
    const { screen, actions, dialog, press, create } = await addUser();
    let answer: (outcome: { kind: 'failed'; reason: string }) => void = () => {};
    actions.addUser.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    await create('new@example.com', 'New');
    await press('Cancel');
    await expect.element(dialog).not.toBeInTheDocument();
    answer({ kind: 'failed', reason: 'no answer' });
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to create user: no answer');
  });

  it('holds the focus, and returns it when closed by Escape', async () => {
    const { screen, dialog } = await addUser();
    await expect.element(dialog.getByLabelText('Email')).toHaveFocus();
    for (let i = 0; i < 10; i++) {
      await userEvent.tab();
      expect(dialog.element().contains(document.activeElement)).toBe(true);
    }
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: '+ Add User' })).toHaveFocus();
  });
});

describe('Edit User', () => {
  it('changes the name, which is wanted, or says why it failed; it does not show the days of the person', async () => {
    const { screen, actions, adminData, auth, dialog, press } = await editUser(ann.email);
    await dialog.getByLabelText('Name').fill(' ');
    await press('Update User');
    await expect.element(dialog.getByText('Please enter a name')).toBeVisible();
    expect(actions.rename).not.toHaveBeenCalled();
    expect(adminData.readUserDays).not.toHaveBeenCalled();
    await expect.element(dialog.getByText('Coverage: lines with a match')).not.toBeInTheDocument();
    actions.rename.mockResolvedValueOnce({ kind: 'failed', reason: 'no answer' });
    await dialog.getByLabelText('Name').fill('Anna');
    await press('Update User');
    await expect.element(dialog.getByText('Failed to update user: no answer')).toBeVisible();
    await press('Update User');
    await expect.element(screen.getByText('Successfully updated user')).toBeVisible();
    expect(actions.rename).toHaveBeenLastCalledWith(ann.email, 'Anna');
    expect(auth.changePassword).not.toHaveBeenCalled();
  });

  it('shows it where the operator asks for it', async () => {
    const panel = await openAdminPanel({ users: [ann, bossRecord], hasPersonalCoverage: true });
    await panel.screen.getByRole('button', { name: `Edit ${ann.email}` }).click();
    const dialog = panel.screen.getByRole('dialog', { name: 'Edit User' });
    await expect.element(dialog.getByText('Coverage: lines with a match')).toBeVisible();
    const words = 'Lines without a match (striped): 10% in the last 7 days, 40% in the 23 days before.';
    await expect.element(dialog.getByText(words)).toBeVisible();
    expect(panel.adminData.readUserDays).toHaveBeenCalledWith(ann.email, expect.anything());
    await expectAccessible();
  });

  it('says that the usage of a person cannot be read', async () => {
    const panel = await openAdminPanel({ users: [ann, bossRecord], hasPersonalCoverage: true });
    panel.adminData.readUserDays.mockRejectedValueOnce(new Error('refused'));
    await panel.screen.getByRole('button', { name: `Edit ${ann.email}` }).click();
    await expect.element(panel.screen.getByText(/^The usage of this user cannot be read/)).toBeVisible();
  });

  it('changes the own password, of at least six characters, or says what is in the way', async () => {
    const { screen, auth, dialog, press } = await editUser(bossRecord.email);
    const password = dialog.getByLabelText('New Password (optional)');
    await password.fill('short');
    await press('Update User');
    await expect.element(dialog.getByText('Password must be at least 6 characters long')).toBeVisible();
    expect(auth.changePassword).not.toHaveBeenCalled();
    await password.fill('long enough');
    auth.changePassword.mockResolvedValueOnce(failed('offline'));
    await press('Update User');
    const alert = dialog.getByRole('alert');
    await expect.element(alert).toHaveTextContent(/did not say whether your password is changed/);
    auth.changePassword.mockResolvedValueOnce(failed('needs-recent-sign-in'));
    await press('Update User');
    await expect.element(dialog.getByText(/please sign out and sign in again first/)).toBeVisible();
    await press('Update User');
    await expect.element(screen.getByText('Successfully updated user')).toBeVisible();
    expect(auth.changePassword).toHaveBeenLastCalledWith('long enough', undefined);
  });

  it('asks for the current password where the sign-in is too old, and says what is saved', async () => {
    const { screen, auth, dialog, press } = await editUser(bossRecord.email);
    auth.changePassword.mockResolvedValueOnce(failed('needs-password'));
    await dialog.getByLabelText('Name').fill('Boss of all');
    await dialog.getByLabelText('New Password (optional)').fill('long enough');
    await press('Update User');
    const alert = dialog.getByRole('alert');
    await expect.element(alert).toHaveTextContent(/the new name is saved, but your password is not changed/);
    const current = dialog.getByLabelText('Current Password');
    await expect.element(current).toHaveFocus();
    await press('Update User');
    await expect.element(current).toHaveAccessibleDescription('Please enter your password');
    auth.changePassword.mockResolvedValueOnce(failed('wrong-credentials'));
    await current.fill('not this');
    await press('Update User');
    await expect.element(current).toHaveAccessibleDescription('The current password is not correct.');
    await current.fill('the old one');
    await press('Update User');
    await expect.element(screen.getByText('Successfully updated user')).toBeVisible();
    expect(auth.changePassword).toHaveBeenLastCalledWith('long enough', 'the old one');
    expect(auth.changePassword).toHaveBeenCalledTimes(3);
  });

  it('shows a long address in full, also in what it says', async () => {
    await page.viewport(1800, 800);
    const { dialog, press } = await editUser(long.email);
    await page.viewport(390, 800);
    await press('Send reset link');
    await expect.element(dialog.getByText(`Sent a reset link to ${long.email}`)).toBeVisible();
    const clipped = [...dialog.element().querySelectorAll('*')].filter(
      (element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0,
    );
    expect(clipped.filter((element) => element.textContent?.includes(long.email))).toEqual([]);
    await page.viewport(1280, 900);
  });

  it.each(SCHEMES)('sends others a reset link instead, and ends their sessions (%s)', async (scheme) => {
    const { auth, accountCalls, dialog, press } = await editUser(ann.email, scheme);
    await expect.element(dialog.getByText('Signed in on 2 devices.')).toBeVisible();
    await expect.poll(() => getComputedStyle(dialog.element()).opacity).toBe('1');
    await expectAccessible();
    expect(dialog.getByLabelText('New Password (optional)').query()).toBeNull();
    await press('Send reset link');
    await expect.element(dialog.getByText('Sent a reset link to ann@example.com')).toBeVisible();
    expect(auth.sendPasswordReset).toHaveBeenCalledExactlyOnceWith(ann.email);
    accountCalls.accounts.set(ann.email, { exists: true, disabled: false, sessions: 0 });
    await press('End all sessions');
    await expect.element(dialog.getByText('Ended all sessions of ann@example.com')).toBeVisible();
    await expect.element(dialog.getByText('Signed in nowhere.')).toBeVisible();
    expect(accountCalls.endSessions).toHaveBeenCalledExactlyOnceWith(ann.email);
    accountCalls.setDisabled.mockResolvedValueOnce(failed('offline'));
    await press('Disable account');
    await expect.element(dialog.getByText(/The server cannot be reached/)).toBeVisible();
  });

  it('disables the account of others, and enables it again', async () => {
    const { accountCalls, dialog, press } = await editUser(ann.email);
    const describeAs = (disabled: boolean) =>
      accountCalls.accounts.set(ann.email, { exists: true, disabled, sessions: 0 });
    await expect.element(dialog.getByText('Signed in on 2 devices.')).toBeVisible();
    describeAs(true);
    await press('Disable account');
    await expect.element(dialog.getByText('Disabled the account of ann@example.com')).toBeVisible();
    await expect.element(dialog.getByText(/This account is disabled/)).toBeVisible();
    describeAs(false);
    await press('Enable account');
    await expect.element(dialog.getByText('Enabled the account of ann@example.com')).toBeVisible();
    expect(accountCalls.setDisabled.mock.calls).toEqual([
      [ann.email, true],
      [ann.email, false],
    ]);
  });

  it.each([
    ['for the own account', bossRecord.email, false],
    ['on Firebase', ann.email, true],
  ])('has none of that %s', async (_name, email, isHosted) => {
    const { accountCalls, dialog } = await editUser(email, 'light', isHosted);
    await expect.element(dialog.getByLabelText('Name')).toBeVisible();
    expect(dialog.getByRole('button', { name: /sessions|account/ }).elements()).toEqual([]);
    expect(accountCalls.describe).not.toHaveBeenCalled();
  });
});
