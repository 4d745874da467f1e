import type { Download } from 'playwright-core';

/** What was downloaded; the browser's own file is out of reach where it is shared by several processes. */
export async function downloadedBytes(download: Download): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
