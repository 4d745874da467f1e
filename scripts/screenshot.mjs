// node scripts/screenshot.mjs: takes docs/screenshot.png from the real product with its sample list. Run it again when
// the classifier looks different.
import './nodeVersion.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';

const ADMIN = { email: 'admin@example.com', password: 'correct horse' };
const LINES = [
  'CARD PAYMENT TO AMAZON WEB SERVICES EMEA 12 MAR',
  'DIRECT DEBIT BRITISH GAS REF 0093817',
  'POS 4417 COSTCO WHOLESALE LEEDS',
  'British Airways 1252371',
  'MICROSOFT 365 BUSINESS',
  'TRANSFER TO SAVINGS',
  'DHL EXPRESS INV. 2291',
  'Stripe Payout',
  'Royal Mail Harrogate',
  'ADP Payroll 11/2026',
];

await ensureBuilt(['server', 'app']);
const folder = mkdtempSync(join(tmpdir(), 'gl-screenshot-'));
const server = spawn(process.execPath, ['dist/node/server.js'], {
  env: {
    ...process.env,
    PORT: '0',
    DATA_DIR: folder,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
for await (const chunk of server.stdout) {
  output += chunk;
  if (output.includes('Ctrl+C')) break;
}
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
await take(await browser.newPage({ viewport: { width: 1200, height: 760 }, colorScheme: 'light' }));
await browser.close();
server.kill('SIGTERM');
await once(server, 'exit');
rmSync(folder, { recursive: true });

async function take(page) {
  const button = (name) => page.getByRole('button', { name, exact: true });
  await page.goto(/ready: (http:\S+)/.exec(output)[1]);
  await button('Sign in with Password').click();
  await page.getByLabel('Email', { exact: true }).fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await button('Sign In').click();
  await page.getByText('Classifier is ready').waitFor();
  await page.getByRole('textbox', { name: 'Descriptions, one per line' }).fill(LINES.join('\n'));
  await page.getByText('100%').waitFor();
  await page.getByText('Classifier is ready').waitFor({ state: 'hidden' });
  await page.getByText(LINES[1], { exact: true }).last().click();
  await page.getByText('Row 2').waitFor();
  await page.screenshot({ path: 'docs/screenshot.png' });
}
