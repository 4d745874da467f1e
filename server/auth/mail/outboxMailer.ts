import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecret } from '../secrets.ts';
import type { Mailer } from './mailer.ts';

/**
 * Puts mails into a folder, one text file each, for the person who runs a server without SMTP to pass on.
 * @param announce takes one line about each mail
 */
export function createOutboxMailer(folder: string, announce: (line: string) => unknown): Mailer {
  return {
    send: async ({ to, subject, text }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const stamp = new Date().toISOString().replaceAll(':', '-');
      const name = `${stamp}-${newSecret().slice(0, 6)}.txt`;
      const file = join(folder, name);
      // Renamed when complete, so that whoever watches the folder never reads half a mail.
      const draft = join(folder, `.${name}`);
      await writeFile(draft, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 });
      await rename(draft, file);
      announce(`Mail to ${to} (${subject}): ${file}`);
    },
  };
}
