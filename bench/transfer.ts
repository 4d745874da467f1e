import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAPPINGS_PATH } from '#model/paths.ts';
import { signIn } from './protocol/identityClient.ts';
import { RealtimeClient } from './protocol/RealtimeClient.ts';
import { ADMIN, fillFolder, storeMappings } from './server/seed.ts';
import { startServer } from './server/serverProcess.ts';
import { EXTRA_LARGE, generateWorkload } from './workload.ts';

const SIZES = [1_000, 10_000, 100_000];

/** What a page load without a cached list downloads: the bytes on the wire of one listen on the mapping list. */
export async function runTransfer(): Promise<void> {
  console.log('mappings      bytes   per mapping');
  for (const size of SIZES) {
    const bytes = await measure(size);
    console.log(
      `${String(size).padStart(8)} ${String(bytes).padStart(10)}   ${(bytes / size).toFixed(1).padStart(11)}`,
    );
  }
}

async function measure(size: number): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gl-transfer-'));
  try {
    const { mappings } = generateWorkload({ ...EXTRA_LARGE, lines: 1, keywords: size });
    await fillFolder(dataDir, (services) => storeMappings(services, mappings));
    const server = await startServer(dataDir);
    const bytes = await download(server.origin, size);
    await server.stop();
    return bytes;
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

/** Signs in, listens once, and counts what came down. Throws when the list is not whole. */
async function download(origin: string, size: number): Promise<number> {
  const { idToken } = await signIn(origin, ADMIN);
  const meter = await startMeter(Number(new URL(origin).port));
  let received = 0;
  const client = await RealtimeClient.connect(meter.origin, ({ body }) => {
    received += Object.keys((body['d'] ?? {}) as object).length;
  });
  await client.demand('auth', { cred: idToken });
  await client.demand('q', { p: `/${MAPPINGS_PATH}`, h: '' });
  client.close();
  await meter.close();
  if (received !== size) throw new Error(`The list came with ${received} instead of ${size} mappings.`);
  return meter.bytesDown();
}

/** A proxy that counts what the server sends. */
export async function startMeter(port: number) {
  let bytes = 0;
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
    server.on('data', (chunk) => {
      bytes += chunk.length;
    });
    client.pipe(server).pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    bytesDown: () => bytes,
    close: async () => {
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
