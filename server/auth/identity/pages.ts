import type { ServerResponse } from 'node:http';
import { POPUP_CHANNEL, type PopupEvent } from '#model/popupSignIn.ts';
import { sendText } from '../../http/answers.ts';
import { HANDLER_PATH } from './identityProvider.ts';

/** Address of {@link HANDLER_SCRIPT}; in a file of its own, since the policy allows no script in a page. */
export const HANDLER_SCRIPT_PATH = `${HANDLER_PATH}.js`;

/** Tells the app how the sign-in went, and leaves. */
export const HANDLER_SCRIPT = `
const event = JSON.parse(document.querySelector('main').dataset.event);
const channel = new BroadcastChannel(${JSON.stringify(POPUP_CHANNEL)});
channel.postMessage(event);
channel.close();
setTimeout(() => window.close(), 500);
`;

/** The page that hands the outcome to the app and closes itself. */
export function sendEventPage(response: ServerResponse, event: PopupEvent): void {
  const text = event.error?.message ?? 'You are signed in.';
  sendPage(response, 200, {
    title: 'Sign in',
    body: `<main data-event="${escapeHtml(JSON.stringify(event))}"><p>${escapeHtml(text)} You can close this window.</p></main>
<script src="${HANDLER_SCRIPT_PATH}"></script>`,
  });
}

export function sendMessagePage(
  response: ServerResponse,
  status: number,
  title: string,
  paragraphs: string[],
): void {
  const text = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n');
  sendPage(response, status, { title, body: `<main><h1>${escapeHtml(title)}</h1>\n${text}</main>` });
}

type Page = {
  readonly title: string;
  /** HTML. */
  readonly body: string;
};

export function sendPage(response: ServerResponse, status: number, { title, body }: Page): void {
  // The popup goes on to the provider, whose pages isolate themselves or not: ours must stay out of that, or the
  // app would see its popup as closed.
  response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none');
  sendText(
    response,
    status,
    'text/html',
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 28rem; padding: 0 1rem; }
h1 { font-size: 1.25rem; }
label { display: block; margin: 0.75rem 0; }
input:not([type='checkbox']) { display: block; box-sizing: border-box; width: 100%; font: inherit; padding: 0.4rem; }
button { font: inherit; padding: 0.4rem 1rem; }
</style>
${body}
</html>
`,
  );
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
