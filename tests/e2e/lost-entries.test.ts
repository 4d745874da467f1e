import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { copyOfData } from '../support/copyOfData.ts';
import { openDatabase } from '../support/databaseScreen.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { adminPanel, button, says, signIn } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';
import { testFolder } from '../support/testFolder.ts';

const environment = useTestEnvironment();

const add = (from: number, to: number) => {
  for (let i = from; i <= to; i++) storeMappings(environment.server, { [`SHOP ${i}`]: '6100' });
};
const title = (page: Page) => page.getByText(/^The server has forgotten entries 4 to 5, last seen /);
const line = (page: Page) => page.getByText(/^The server has lost changes of the list that were seen here /);
const isGone = (page: Page) => title(page).or(line(page)).waitFor({ state: 'detached' });

/** Puts the data files of `copy` in the place of the server's, and leaves what lies beside them. */
function goBackTo(copy: string): void {
  const { dataDir } = environment.server;
  const dataFiles = (folder: string) => readdirSync(folder).filter((name) => /\.db(-wal|-shm)?$/.test(name));
  for (const name of dataFiles(dataDir)) rmSync(join(dataDir, name));
  for (const name of dataFiles(copy)) cpSync(join(copy, name), join(dataDir, name));
}

it('an older copy of the data is noticed by every browser that saw more, until an admin acknowledges it', async () => {
  const { server } = environment;
  const user = await server.addUser('user@example.com');
  add(1, 3);
  const [admin, person] = await Promise.all([environment.signedIn(server.admin), environment.signedIn(user)]);
  for (const page of [admin, person]) await says(page, '3 mappings');
  const copy = copyOfData(server.dataDir, testFolder());
  add(4, 5);
  for (const page of [admin, person]) await says(page, '5 mappings');
  await openDatabase(admin);
  await server.restart({ acceptBehind: true }, () => goBackTo(copy));

  await title(admin).waitFor();
  await expectAccessible(admin, 'entries that the server has forgotten');
  await line(person).waitFor();
  // What was seen outlives Logout; the list does not.
  await button(person, 'Logout').click();
  await signIn(person, user);
  await line(person).waitFor();
  await admin.getByRole('link', { name: 'History', exact: true }).click();
  await title(admin).waitFor();
  await admin.getByRole('link', { name: 'Admin', exact: true }).click();
  await adminPanel(admin);
  await title(admin).waitFor();

  await button(admin, 'Acknowledge').click();
  for (const page of [admin, person]) await isGone(page);
  await admin.getByRole('link', { name: 'History', exact: true }).click();
  await admin.getByRole('button', { name: /Missing changes acknowledged/ }).waitFor();
  await button(admin, 'Logout').click();
  await signIn(admin, server.admin);
  await openDatabase(admin);
  await says(admin, '3 mappings under S');
  for (const page of [admin, person]) expect(await title(page).or(line(page)).count()).toBe(0);
});
