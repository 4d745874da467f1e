// Finds the browser for the tests: CHROME_PATH, then an installed Chromium, Chrome or Edge, then playwright's cache;
// on Debian as root it installs Debian's chromium-headless-shell. As a program it prints the path; with --engines it also
// sees to Firefox and WebKit.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAMES = [
  // Chromium without windows and toolbars: the end-to-end tests need a quarter less processor time with it.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'chrome',
];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
];

/** Path of a Chromium-family browser. Throws an Error whose message is one line that says what to do. */
export function findBrowser() {
  const named = process.env.CHROME_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROME_PATH names ${named}, which does not exist: correct it or unset it.`);
  }
  const found = onPath() ?? PLACES.find(existsSync) ?? inPlaywrightCache() ?? installOnDebian();
  if (found) return found;
  throw new Error('No Chromium, Chrome or Edge found: install one, or set CHROME_PATH to its program file.');
}

function onPath(names = NAMES) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

function inPlaywrightCache() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(cache)) return undefined;
  return readdirSync(cache)
    .filter((entry) => entry.startsWith('chromium-'))
    .flatMap((entry) =>
      ['chrome-linux/chrome', 'chrome-linux64/chrome', 'chrome-win/chrome.exe'].map((p) =>
        join(cache, entry, p),
      ),
    )
    .find(existsSync);
}

/** Programs that the tests in Firefox and WebKit start, by their Debian packages. */
const ENGINE_PROGRAMS = {
  'firefox-esr': 'firefox-esr',
  'webkit2gtk-driver': 'WebKitWebDriver',
  xvfb: 'Xvfb',
};

/** Installs what is missing of Firefox and WebKit, on Debian as root; elsewhere the tests say what they could not start. */
export function installEngines() {
  const missing = Object.entries(ENGINE_PROGRAMS).filter(([, program]) => !onPath([program]));
  if (missing.length === 0 || !canInstall()) return;
  apt('update');
  apt('install', '-y', ...missing.map(([name]) => name));
}

function canInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function installOnDebian() {
  if (!canInstall()) return undefined;
  apt('update');
  return installed('chromium-headless-shell') ?? installed('chromium');
}

/** Where the program of a Debian package is once it is installed; undefined when it cannot be. */
function installed(name) {
  console.error(`No browser found; installing Debian package ${name} …`);
  apt('install', '-y', name);
  return onPath();
}

/** What comes of it is seen by whether there is a browser afterwards. */
function apt(...args) {
  spawnSync('apt-get', ['-qq', ...args], {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(findBrowser());
  if (process.argv.includes('--engines')) installEngines();
}
