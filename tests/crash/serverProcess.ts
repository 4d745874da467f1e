import { type ServerProcess, spawnServer } from '../support/product.ts';

export const ADMIN = { email: 'admin@example.com', password: 'correct horse' };

/** Starts the built server with an empty list and a known administrator. `settings`: further ones, by their names. */
export function startServerProcess(dataDir: string, settings: Record<string, string> = {}): ServerProcess {
  return spawnServer({
    dataDir,
    args: ['--empty'],
    env: { ...settings, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
  });
}
