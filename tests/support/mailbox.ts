import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';

/** What a mailed link does, as in its query. */
type LinkMode = 'verifyEmail' | 'resetPassword';

/** The links mailed to `email`, oldest first, from the outbox of a server without SMTP. */
async function mailedLinks(dataDir: string, email: string, mode: LinkMode): Promise<string[]> {
  const outbox = join(dataDir, 'outbox');
  // Drafts begin with a dot until they are complete.
  const names = (await readdir(outbox).catch(() => [])).filter((name) => !name.startsWith('.')).toSorted();
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return mails
    .filter((mail) => mail.startsWith(`To: ${email}\n`))
    .flatMap((mail) => mail.match(/https?:\/\/\S*\/auth\/action\?\S+/g) ?? [])
    .filter((link) => new URL(link).searchParams.get('mode') === mode);
}

/** Waits for the first link of this kind to `email`. */
export async function mailedLink(dataDir: string, email: string, mode: LinkMode): Promise<string> {
  let links: string[] = [];
  await expect
    .poll(
      async () => {
        links = await mailedLinks(dataDir, email, mode);
        return links.length;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);
  return links.at(-1) ?? '';
}

/** How many links of this kind went to `email` so far. */
export async function countMails(dataDir: string, email: string, mode: LinkMode): Promise<number> {
  return (await mailedLinks(dataDir, email, mode)).length;
}
