import { announcement } from './announce.ts';
import { readConfig } from './config.ts';
import { configureLog } from './log.ts';
import { StartError } from './StartError.ts';
import { type RunningServer, startServer } from './server.ts';
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
    configureLog({ level: config.logLevel });
    const server = await startServer(config);
    stopOnSignals(server);
    console.log(announcement(server.origin, config.dataDir, server.firstStart));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
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
