/** Answer to --help. */
export const USAGE = `GL Classifier: the app and its backend on one port.

  npm start -- [options]

  --empty            first start without the sample mapping list
  --public-url URL   the address that people use, when it is not this machine's own;
                     needed with a HOST other than this machine, behind a reverse proxy with TLS
  --help             show this

Environment:
  PORT               port to listen on (8080)
  HOST               address to listen on (127.0.0.1)
  DATA_DIR           folder of the data (./.data)
  SMTP_URL           mail server, e.g. smtps://user:password@mail.example.com; without one,
                     mails are put into DATA_DIR/outbox
  MAIL_FROM          address to send mails from
  GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET
                     OAuth client for signing in with Google; its redirect address is
                     <public URL>/emulator/auth/callback
  GOOGLE_ISSUER      another OpenID Connect provider in its place (https://accounts.google.com)
  LOG_LEVEL          debug, info, warn, error or silent (info); the log is JSON lines on standard error
  ADMIN_EMAIL        first start: the administrator's address (admin@example.com)
  ADMIN_PASSWORD     first start: the administrator's password (made up and shown once)
`;
