// node scripts/screenshot.mjs: takes docs/screenshot.png and the pictures of the guide (public/guide) from the real product
// with its sample list. Run it again when the screens look different.
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

/** So many that the list fills the screen; some have no match. */
const STATEMENT = Array.from({ length: 20 }, (_, i) =>
  [
    ...LINES,
    'CARD PAYMENT TO THE GARDEN CAFE LEEDS',
    'HARROGATE BOROUGH COUNCIL RATES',
    'CARD PAYMENT TO THE GARDEN CAFE YORK',
  ].map((line) => `${line} ${i + 1}`),
).flat();
const PAIRS = [
  'GARDEN CAFE\t6550',
  'HARROGATE BOROUGH COUNCIL\t6130',
  'Amazon Web Services\t6210',
  'Microsoft 365\t6220',
  'BRITISH GAS\t6120',
  'ABC\t1',
  'NO ACCOUNT',
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
await new Promise((resolve) => {
  // Read to the end: the server writes its mails there.
  server.stdout.on('data', (chunk) => {
    output += chunk;
    if (output.includes('Ctrl+C')) resolve();
  });
});
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  await takeScreenshot(await visitor(1200, 760));
  await apply(await visitor(1440, 900));
  await takeGuide(await visitor(1440, 900));
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(folder, { recursive: true });
}

/** A window of its own on the sign-in screen, where one signs in with a password. */
async function visitor(width, height) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light' });
  await page.goto(/ready: (http:\S+)/.exec(output)[1]);
  await press(page, 'Sign in with Password');
  return page;
}

function press(page, name) {
  return page.getByRole('button', { name, exact: true }).click();
}

async function fill(page, fields) {
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
}

/** Signs in, and has the lines classified. */
async function classify(page, lines) {
  await fill(page, { Email: ADMIN.email, Password: ADMIN.password });
  await press(page, 'Sign In');
  await page.getByText('Classifier is ready').waitFor();
  await page.getByRole('textbox', { name: 'Descriptions, one per line' }).fill(lines.join('\n'));
  await page.getByText('100%').waitFor();
  await page.getByText('Classifier is ready').waitFor({ state: 'hidden' });
}

async function takeScreenshot(page) {
  await classify(page, LINES);
  await page.getByText(LINES[1], { exact: true }).last().click();
  await page.getByText('Row 2').waitFor();
  await page.getByText('100%').waitFor({ state: 'hidden' });
  await page.screenshot({ path: 'docs/screenshot.png' });
}

/** Somebody applies for access. */
async function apply(page) {
  const password = 'secret of max';
  await press(page, 'Need an account? Register');
  await fill(page, { Email: 'max@example.com', Password: password, 'Confirm password': password });
  await press(page, 'Create Account');
  await press(page, 'Apply for Access');
  await page.getByText('Application submitted').waitFor();
}

async function takeGuide(page) {
  const take = (name) => page.screenshot({ path: `public/guide/${name}.png`, animations: 'disabled' });
  const open = (name) => page.getByRole('link', { name }).first().click();
  await classify(page, STATEMENT);
  // The box becomes one line, as after a paste.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Replace' }).waitFor();
  await page.getByText('100%').waitFor({ state: 'hidden' });
  await take('results');
  await page.getByRole('gridcell', { name: 'No Match' }).first().click();
  await page.getByRole('option').first().waitFor();
  await page.getByText('Looking for likely accounts').waitFor({ state: 'hidden' });
  await take('no-match');
  await page.keyboard.press('Escape');
  await open('Upload Data');
  await page.getByRole('textbox', { name: 'Description and GL account' }).fill(PAIRS.join('\n'));
  await page.getByRole('region', { name: 'Preview' }).waitFor();
  await take('upload');
  await press(page, 'Add to Firebase Database');
  await page.getByText('Successfully uploaded').waitFor();
  await open('Database');
  await page.getByRole('searchbox', { name: 'Search mappings' }).fill('GARDEN CAFE');
  await press(page, 'Edit GARDEN CAFE');
  await fill(page, { 'GL Account': '6620' });
  await press(page, 'Save');
  await page.getByRole('button', { name: 'Edit GARDEN CAFE' }).waitFor();
  await open('History');
  await page
    .getByText(/6550 .* → 6620/)
    .first()
    .waitFor();
  // The message goes with its button.
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor({ state: 'hidden' });
  await take('history');
  await open('Admin');
  await page.getByRole('button', { name: 'Approve max@example.com' }).waitFor();
  // Twice in the statistics, twice in the list of the users.
  await page
    .getByText(String(LINES.length + STATEMENT.length), { exact: true })
    .nth(3)
    .waitFor();
  await take('admin');
}
