import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Email } from '#model/email.ts';
import { DEFAULT_CONFIG } from '#server/config.ts';
import { type OpenData, openChecked } from '#server/integrity/checkedData.ts';
import { grantAdmin } from '#server/people.ts';
import { StartError } from '#server/StartError.ts';
import { createServices } from '#server/services.ts';
import { dataFilesOf } from '#server/store/dataFolder.ts';
import { type Grant, GrantError } from './grant.ts';

/**
 * Makes an administrator in the data folder of the embedded backend, which must not be running.
 * @throws GrantError
 */
export async function grantInFolder(dataDir: string, email: Email, smtp: boolean): Promise<Grant> {
  if (!existsSync(dataFilesOf(dataDir).databaseFile))
    throw new GrantError(
      `There is no data in ${dataDir}: set DATA_DIR to the server's data folder, or start the server once.`,
    );
  const data = openForUs(dataDir);
  const { store } = data;
  try {
    const { services } = createServices(data, { ...DEFAULT_CONFIG, dataDir });
    const grant = grantAdmin({ ...services, store }, email, new Date());
    await Promise.all(Object.values(services).map((service) => service.close()));
    return { ...grant, mailbox: smtp ? 'their mailbox' : join(dataDir, 'outbox') };
  } finally {
    store.close();
  }
}

function openForUs(dataDir: string): OpenData {
  try {
    return openChecked(dataDir, Date.now());
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    if (error.kind !== 'folder-in-use') throw new GrantError(error.message, { cause: error });
    throw new GrantError(
      `The server is running on ${dataDir}: stop it, run this again, then start the server.`,
      { cause: error },
    );
  }
}
