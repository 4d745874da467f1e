import type { FirstStart } from './firstStart.ts';

/** What the program prints once the server listens: where it is, how to sign in for the first time. */
export function announcement(origin: string, dataDir: string, firstStart: FirstStart | null): string {
  return [
    `GL Classifier is ready: ${origin}`,
    ...(firstStart === null ? [] : describeFirstStart(firstStart)),
    `Its data is kept in ${dataDir}. Ctrl+C stops it.`,
  ].join('\n');
}

function describeFirstStart({ adminEmail, madeUpPassword, sampleMappings }: FirstStart): string[] {
  const password =
    madeUpPassword === null
      ? 'the password from ADMIN_PASSWORD'
      : `the password ${madeUpPassword} (shown only now)`;
  const list =
    sampleMappings > 0
      ? `A sample list of ${sampleMappings} mappings is loaded.`
      : 'The mapping list is empty.';
  return [`Sign in as ${adminEmail} with ${password}.`, list];
}
