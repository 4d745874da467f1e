import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withHiddenEscaped } from '#model/hiddenCharacters.ts';
import { readConfig } from './config.ts';
import { configureLog } from './log.ts';
import { StartError } from './StartError.ts';
import { announcement, type RunningServer, startServer } from './server.ts';
import { unexpected } from './unexpected.ts';

/** Answer to --help. */
const USAGE = `GL Classifier: the app and its backend on one port.

  npm start -- [options]

  --empty            first start without the sample list and its chart of accounts
  --accept-behind    start although entries are missing that were acknowledged (docs/operations.md)
  --public-url URL   the address that people use, when it is not this machine's own;
                     needed with a HOST other than this machine, behind a reverse proxy with TLS
  --help             show this

Environment:
  PORT               port to listen on (8080)
  HOST               address to listen on (127.0.0.1)
  DATA_DIR           folder of the data (.data in the folder that it is started in)
  SMTP_URL           mail server, e.g. smtps://user:password@mail.example.com; without one,
                     mails are put into DATA_DIR/outbox
  MAIL_FROM          address to send mails from
  GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET
                     OAuth client for signing in with Google; its redirect address is
                     <public URL>/emulator/auth/callback
  GOOGLE_ISSUER      another OpenID Connect provider in its place (https://accounts.google.com)
  REPLICA            second place of the data while the server runs: a folder on another disk, or
                     s3://bucket/path with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY
  LOG_LEVEL          debug, info, warn, error or silent (info); the log is JSON lines on standard error
  ADMIN_EMAIL        first start: the administrator's address (admin@example.com)
  ADMIN_PASSWORD     first start: the administrator's password (made up and shown once)
`;

/** The program behind `npm start`. Exit code 0 after Ctrl+C or SIGTERM, 1 when it cannot start. */
async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(USAGE);
    return;
  }
  try {
    // The program finds what came with it from any folder; only the data are in the folder that it is started in.
    const programs = dirname(fileURLToPath(import.meta.url));
    const config = {
      ...readConfig(args, process.env),
      appDir: join(programs, '../app'),
      historyCheck: { program: join(programs, 'verify.js') },
    };
    configureLog({ level: config.logLevel });
    const server = await startServer(config);
    stopOnSignals(server);
    console.log(withHiddenEscaped(announcement(server, config.dataDir)));
  } catch (error) {
    console.error(error instanceof StartError ? error.message : unexpected(error));
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
