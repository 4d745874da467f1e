import { type Browser, chromium } from 'playwright-core';

/** No sandbox (tests also run as root), no background traffic, and a clipboard that tests may read. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a headless Chromium: the one that scripts/test.mjs found, named in CHROME_PATH. */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env['CHROME_PATH'] ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}
