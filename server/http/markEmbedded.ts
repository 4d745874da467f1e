import { EMBEDDED_MARK } from '#model/backend.ts';

const MARK = `<meta name="${EMBEDDED_MARK.name}" content="${EMBEDDED_MARK.content}" />`;

/** Tells a page of the app that its services are on the server that sent it, so that it need not ask. */
export function markEmbedded(page: Buffer): Buffer {
  return Buffer.from(page.toString('utf8').replace('</head>', `${MARK}</head>`));
}
