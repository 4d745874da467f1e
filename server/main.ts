import { readConfig } from './config.ts';
import type { FirstStart } from './first-start.ts';
import { type RunningServer, startServer } from './server.ts';
import { StartError } from './start-error.ts';
import { USAGE } from './usage.ts';

/** The program behind `npm start`. Exit code 0 after Ctrl+C or SIGTERM, 1 when it cannot start. */
async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(USAGE);
    return;
  }
  try {
    const config = readConfig(args, process.env);
    const server = await startServer(config);
    stopOnSignals(server);
    announce(server, config.dataDir);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function announce(server: RunningServer, dataDir: string): void {
  console.log(`GL Classifier is ready: ${server.origin}`);
  if (server.firstStart !== null) console.log(describeFirstStart(server.firstStart));
  console.log(`Its data is kept in ${dataDir}. Ctrl+C stops it.`);
}

function describeFirstStart({ adminEmail, madeUpPassword, sampleMappings }: FirstStart): string {
  const password =
    madeUpPassword === null
      ? 'the password from ADMIN_PASSWORD'
      : `the password ${madeUpPassword} (shown only now)`;
  const list =
    sampleMappings > 0
      ? `A sample list of ${sampleMappings} mappings is loaded.`
      : 'The mapping list is empty.';
  return `Sign in as ${adminEmail} with ${password}.\n${list}`;
}

function stopOnSignals(server: RunningServer): void {
  const stop = async () => {
    // A second signal ends the program at once.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, stop);
    await server.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
}

await main();
