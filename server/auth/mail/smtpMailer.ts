import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

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
