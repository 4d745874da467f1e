/** No sandbox (tests and benchmarks also run as root), no background traffic. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How every Chromium is started: the one that CHROME_PATH names (scripts/test.mjs finds it), with `flags` besides. */
export function launchOptions(flags: readonly string[] = []): { executablePath: string; args: string[] } {
  const executablePath = process.env['CHROME_PATH'] ?? '/usr/bin/chromium';
  return { executablePath, args: [...FLAGS, ...flags] };
}
