import { withHiddenEscaped } from '#model/hiddenCharacters.ts';

/** From details for finding a fault to what somebody has to act upon. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Further fields of a line. Never passwords, tokens or codes: URLs are logged without their query. */
type LogFields = Readonly<Record<string, unknown>>;

type LogSettings = { readonly level: LogLevel; readonly write: (line: string) => unknown };

/** One per process, as the stream that the log is written to. */
let settings: LogSettings = { level: 'info', write: (line) => process.stderr.write(line) };

/** Sets the least level that is written (LOG_LEVEL), and where to. */
export function configureLog(changed: Partial<LogSettings>): void {
  settings = { ...settings, ...changed };
}

/**
 * The log of the program: one JSON object per line, for people and programs alike, e.g.
 * `{"time":"2026-01-01T10:00:00.000Z","level":"warn","message":"The disk is full","code":"SQLITE_FULL"}`.
 * Characters that steer a terminal or cannot be seen are written out (`\u202e`). A field `error` is written with its name, message, code, stack and cause.
 */
export const log = {
  debug: (message: string, fields?: LogFields) => writeLine('debug', message, fields),
  info: (message: string, fields?: LogFields) => writeLine('info', message, fields),
  warn: (message: string, fields?: LogFields) => writeLine('warn', message, fields),
  error: (message: string, fields?: LogFields) => writeLine('error', message, fields),
};

function writeLine(level: LogLevel, message: string, fields: LogFields = {}): void {
  if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(settings.level)) return;
  const line = { time: new Date().toISOString(), level, message, ...fields };
  settings.write(`${withHiddenEscaped(JSON.stringify(line, describeErrors))}\n`);
}

/** `JSON.stringify` would write an error as `{}`. */
function describeErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  const code = 'code' in value ? value.code : undefined;
  return { name, message, code, stack, cause };
}
