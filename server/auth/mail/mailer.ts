import type { Email } from '#model/email.ts';

export type Mail = { readonly to: Email; readonly subject: string; readonly text: string };

/** Takes mails on their way; rejects when one cannot be handed over. */
export type Mailer = { send(mail: Mail): Promise<void> };
