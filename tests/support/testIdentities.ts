import type { ServerResponse } from 'node:http';
import {
  type Identity,
  type IdentityProvider,
  identityFrom,
} from '#server/auth/identity/identityProvider.ts';
import {
  escapeHtml,
  GOOGLE,
  HANDLER_PATH,
  type PopupRequest,
  readPopupRequest,
  sendEventPage,
  sendPage,
  successEvent,
} from '#server/auth/identity/popupPages.ts';
import { type Fields, refuse } from '#server/auth/protocol.ts';
import { sendError } from '#server/http/answers.ts';

/**
 * Accepts any identity in place of Google's. The popup asks who one wishes to be; the proof is the claims as JSON in
 * place of a signed token, as Google's own emulator takes them.
 */
export function createTestIdentities(): IdentityProvider {
  return {
    handle: (_request, response, url) => {
      const popup = readPopupRequest(withoutOwn(url));
      if (url.pathname !== HANDLER_PATH || popup === null)
        return sendError(response, 400, 'INVALID_ARGUMENT', 'This is not how the SDK opens a popup.');
      const email = url.searchParams.get('email');
      if (email === null) return sendForm(response, popup);
      const claims = {
        sub: `test-${email}`,
        email,
        email_verified: url.searchParams.get('verified') === 'on',
        name: url.searchParams.get('name') ?? '',
      };
      sendEventPage(response, successEvent(popup, url.origin, { id_token: JSON.stringify(claims) }));
    },
    identify: (proof) => identifyUnsigned(proof.get('id_token') ?? ''),
  };
}

/** The address as the SDK has opened it, before the form has added its fields. */
function withoutOwn(url: URL): URL {
  const asked = new URL(url);
  for (const name of ['email', 'name', 'verified']) asked.searchParams.delete(name);
  return asked;
}

function identifyUnsigned(idToken: string): Identity {
  let claims: unknown;
  try {
    claims = JSON.parse(idToken);
  } catch {
    return refuse('INVALID_IDP_RESPONSE');
  }
  if (typeof claims !== 'object' || claims === null) return refuse('INVALID_IDP_RESPONSE');
  return (
    identityFrom({ email_verified: true, ...(claims as Fields) }, idToken) ?? refuse('INVALID_IDP_RESPONSE')
  );
}

function sendForm(response: ServerResponse, { type, eventId }: PopupRequest): void {
  const hidden = Object.entries({ authType: type, eventId, providerId: GOOGLE })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  sendPage(response, 200, {
    title: 'Test identity',
    body: `<main><h1>Test identity</h1>
<p>This server takes any identity: it was started for tests.</p>
<form method="get">${hidden}
<label>Email <input name="email" type="email" required autofocus></label>
<label>Name <input name="name"></label>
<label><input name="verified" type="checkbox" checked> The address is verified</label>
<button>Sign in</button>
</form></main>`,
  });
}
