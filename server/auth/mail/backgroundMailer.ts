import type { Mail, Mailer } from './mailer.ts';

export type BackgroundMailer = Mailer & {
  /** Sends without letting the caller wait or know: how long it takes would show whether there was a mail. */
  post(mail: Mail): void;
  /** Waits for what was posted. */
  close(): Promise<void>;
};

/** @param logError takes what went wrong with posted mails */
export function createBackgroundMailer(
  mailer: Mailer,
  logError: (what: string, error: unknown) => void,
): BackgroundMailer {
  const underWay = new Set<Promise<void>>();
  return {
    send: (mail) => mailer.send(mail),
    post: (mail) => {
      const sending = mailer
        .send(mail)
        .catch((error: unknown) =>
          logError(`The mail to ${mail.to} (${mail.subject}) could not be sent:`, error),
        )
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    close: async () => {
      await Promise.all(underWay);
    },
  };
}
