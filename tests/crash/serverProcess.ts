import { type ServerProcess, spawnServer } from '../support/product.ts';

export const ADMIN = { email: 'admin@example.com', password: 'correct horse' };

/** Starts the built server with an empty list and a known administrator. */
export function startServerProcess(dataDir: string): ServerProcess {
  return spawnServer({
    dataDir,
    args: ['--empty'],
    env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
  });
}
