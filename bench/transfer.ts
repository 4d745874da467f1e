import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CHANGES_BY_KEY_PATH,
  CHANGES_PATH,
  HISTORY_PATH,
  LIST_VERSION_PATH,
  MAPPINGS_PATH,
} from '#model/paths.ts';
import { signIn } from './protocol/identityClient.ts';
import { RealtimeClient } from './protocol/RealtimeClient.ts';
import { HistoryWriter } from './server/HistoryWriter.ts';
import { ADMIN, fillFolder } from './server/seed.ts';
import { startServer } from './server/serverProcess.ts';
import { EXTRA_LARGE, generateWorkload } from './workload.ts';

const SIZES = [500, 10_000, 100_000];
/** All that is stored of a list and of the upload that made it. */
const NODES = [MAPPINGS_PATH, LIST_VERSION_PATH, HISTORY_PATH, CHANGES_PATH, CHANGES_BY_KEY_PATH];

/**
 * What a page load without a cached list downloads, the bytes on the wire of one listen on the mapping list; and what the list
 * is stored in, as JSON, with the history of the upload that made it.
 */
export async function runTransfer(): Promise<void> {
  console.log('mappings      bytes   per mapping   stored with its history');
  for (const size of SIZES) {
    const { bytes, stored } = await measure(size);
    console.log(
      `${String(size).padStart(8)} ${String(bytes).padStart(10)}   ${(bytes / size).toFixed(1).padStart(11)} ${String(stored).padStart(25)}`,
    );
  }
}

async function measure(size: number): Promise<{ bytes: number; stored: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gl-transfer-'));
  try {
    const { mappings } = generateWorkload({ ...EXTRA_LARGE, lines: 1, keywords: size });
    let stored = 0;
    await fillFolder(dataDir, (services) => {
      new HistoryWriter(services).write('upload', mappings, () => null);
      for (const node of NODES) stored += Buffer.byteLength(JSON.stringify(services.tree.read(node)));
    });
    const server = await startServer(dataDir);
    const bytes = await download(server.origin, size);
    await server.stop();
    return { bytes, stored };
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
