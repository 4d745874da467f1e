import { OUTBOX_MARK } from '#model/backend.ts';

/** Makes the page one of a server without SMTP, until what is returned is removed. */
export function markOutbox(): HTMLMetaElement {
  const mark = Object.assign(document.createElement('meta'), OUTBOX_MARK);
  document.head.append(mark);
  return mark;
}
