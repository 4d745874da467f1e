import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Refusal, refuse } from '../answer.ts';
import { newSecret } from '../secrets.ts';
import { identityFrom } from './claims.ts';
import { ExpiringMap } from './ExpiringMap.ts';
import { HANDLER_PATH, type Identity, type IdentityProvider } from './identityProvider.ts';
import { createOpenIdClient, type FlowSecrets, type OpenIdSettings } from './openidClient.ts';
import { sendEventPage, sendMessagePage } from './pages.ts';
import { failureEvent, type PopupRequest, readPopupRequest, successEvent } from './popup.ts';

/** Where the provider sends people back to; registered there. */
export const CALLBACK_PATH = '/emulator/auth/callback';

/** Ties the way back to the browser that set out, against sign-ins planted by somebody else. */
const COOKIE = 'gl_sign_in';
const MINUTE = 60_000;

type Flow = { readonly popup: PopupRequest; readonly secrets: FlowSecrets };

type Options = OpenIdSettings & {
  /** Milliseconds. */
  readonly now: () => number;
  readonly logError: (what: string, error: unknown) => void;
};

/** Signs people in at an OpenID Connect provider, in redirects that this server runs within the popup. */
export function createOpenIdFlow(options: Options): IdentityProvider {
  const { now, logError } = options;
  const openId = createOpenIdClient(options);
  /** By state. */
  const flows = new ExpiringMap<Flow>(10 * MINUTE, now);
  /** By the one-time code that the popup hands to the app. */
  const identities = new ExpiringMap<Identity>(5 * MINUTE, now);

  const setOut = async (response: ServerResponse, url: URL) => {
    const popup = readPopupRequest(url);
    if (popup === null)
      return sendMessagePage(response, 400, 'This is not a sign-in', ['Close this window.']);
    const { location, secrets } = await openId.begin(url.origin + CALLBACK_PATH);
    flows.set(secrets.state, { popup, secrets });
    response.setHeader('Set-Cookie', cookie(secrets.state, url));
    // See sendPage: the popup must stay connected to the app.
    response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none');
    response.writeHead(302, { Location: location.href, 'Cache-Control': 'no-store' }).end();
  };

  const comeBack = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const state = url.searchParams.get('state') ?? '';
    const flow = hasCookie(request, state) ? flows.take(state) : undefined;
    if (flow === undefined)
      return sendMessagePage(response, 400, 'This sign-in has expired', ['Close this window and try again.']);
    if (url.searchParams.get('error') === 'access_denied')
      return sendEventPage(
        response,
        failureEvent(flow.popup, 'auth/user-cancelled', 'The sign-in was cancelled.'),
      );
    const { claims, idToken } = await openId.finish(url, flow.secrets);
    const identity = identityFrom(claims, idToken);
    if (identity.kind === 'refused')
      return sendEventPage(
        response,
        failureEvent(flow.popup, 'auth/internal-error', 'There was no e-mail address.'),
      );
    const code = newSecret();
    identities.set(code, identity);
    sendEventPage(response, successEvent(flow.popup, url.origin, { code }));
  };

  return {
    handle: async (request, response, url) => {
      try {
        if (url.pathname === HANDLER_PATH) await setOut(response, url);
        else if (url.pathname === CALLBACK_PATH) await comeBack(request, response, url);
        else sendMessagePage(response, 404, 'There is nothing at this address', []);
      } catch (error) {
        logError('The sign-in at the identity provider failed:', error);
        sendMessagePage(response, 502, 'The sign-in failed', [
          'The identity provider could not be reached, or its answer could not be trusted.',
          'Close this window and try again, or sign in with e-mail and password.',
        ]);
      }
    },
    identify: async (proof) => {
      const code = proof.get('code');
      if (code !== null) return identities.take(code) ?? refuse('INVALID_IDP_RESPONSE');
      return identifyToken(proof.get('id_token') ?? '');
    },
  };

  async function identifyToken(idToken: string): Promise<Identity | Refusal> {
    try {
      return identityFrom(await openId.verify(idToken), idToken);
    } catch (error) {
      logError('An ID token of the identity provider was refused:', error);
      return refuse('INVALID_IDP_RESPONSE');
    }
  }
}

/** Lax, since the provider's redirect is a navigation from another site. */
function cookie(state: string, { protocol }: URL): string {
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${COOKIE}=${state}; Path=${CALLBACK_PATH}; Max-Age=600; HttpOnly; SameSite=Lax${secure}`;
}

function hasCookie(request: IncomingMessage, state: string): boolean {
  const cookies = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return state !== '' && cookies.includes(`${COOKIE}=${state}`);
}
