import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Email } from '#model/email.ts';
import { newSecret } from './secrets.ts';

export type Mail = { readonly to: Email; readonly subject: string; readonly text: string };

/** Hands mails over for delivery; `send` rejects when one cannot be handed over. */
export type Mailer = { send(mail: Mail): Promise<void> };

/**
 * Hands mails to an SMTP server.
 * @param url e.g. `smtps://user:password@mail.example.com:465`
 * @param from address in the From header
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(url);
  return {
    send: async ({ to, subject, text }) => {
      // As an object, so that an address is never taken apart as a list.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
  };
}

/**
 * Puts mails into a folder, one text file each, for the person who runs a server without SMTP to pass on.
 * @param announce called with one line about each mail
 */
export function createOutboxMailer(folder: string, announce: (line: string) => unknown): Mailer {
  return {
    send: async ({ to, subject, text }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const stamp = new Date().toISOString().replaceAll(':', '-');
      const name = `${stamp}-${newSecret().slice(0, 6)}.txt`;
      const file = join(folder, name);
      // Renamed when complete: a program that watches the folder never reads half a mail.
      const draft = join(folder, `.${name}`);
      await writeFile(draft, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 });
      await rename(draft, file);
      announce(`Mail to ${to} (${subject}): ${file}`);
    },
  };
}

export type BackgroundMailer = ReturnType<typeof createBackgroundMailer>;

/** @param logError called for each posted mail that could not be sent */
export function createBackgroundMailer(mailer: Mailer, logError: (what: string, error: unknown) => void) {
  const sendings = new Set<Promise<void>>();
  return {
    send: (mail: Mail): Promise<void> => mailer.send(mail),
    /**
     * Sends in the background and reports nothing to the caller: the time it takes would show whether there is a mail.
     * @param onFailed called when it could not be sent
     */
    post(mail: Mail, onFailed: () => void): void {
      const sending = mailer
        .send(mail)
        .catch((error: unknown) => {
          logError(`The mail to ${mail.to} (${mail.subject}) could not be sent:`, error);
          onFailed();
        })
        .finally(() => sendings.delete(sending));
      sendings.add(sending);
    },
    /** Resolves when all posted mails are sent or have failed. */
    async close(): Promise<void> {
      await Promise.all(sendings);
    },
  };
}
