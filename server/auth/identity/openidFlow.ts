import type { IncomingMessage, ServerResponse } from 'node:http';
import * as client from 'openid-client';
import { ExpiringMap } from '../ExpiringMap.ts';
import { refuse } from '../protocol.ts';
import { newSecret } from '../secrets.ts';
import { type Identity, type IdentityProvider, identityFrom } from './identityProvider.ts';
import {
  CALLBACK_PATH,
  failureEvent,
  HANDLER_PATH,
  type PopupRequest,
  readPopupRequest,
  sendEventPage,
  sendMessagePage,
  successEvent,
} from './popupPages.ts';

/** An OpenID Connect client as registered with its provider. */
export type OpenIdSettings = {
  /** E.g. `https://accounts.google.com`. */
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
};

/** Only the browser that began a sign-in may end it: nobody can plant a sign-in of theirs in another's browser. */
const COOKIE = 'gl_sign_in';
const MINUTE = 60_000;

/** A sign-in under way. */
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

  const begin = async (response: ServerResponse, url: URL) => {
    const popup = readPopupRequest(url);
    if (popup === null)
      return sendMessagePage(response, 400, 'This is not a sign-in', ['Close this window.']);
    const { location, secrets } = await openId.begin(url.origin + CALLBACK_PATH);
    flows.set(secrets.state, { popup, secrets });
    redirect(response, location, cookie(secrets.state, url));
  };

  const finish = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const state = url.searchParams.get('state') ?? '';
    const flow = hasCookie(request, state) ? flows.take(state) : undefined;
    if (flow === undefined)
      return sendMessagePage(response, 400, 'This sign-in has expired', ['Close this window and try again.']);
    const { popup, secrets } = flow;
    const fail = (code: string, message: string) =>
      sendEventPage(response, failureEvent(popup, code, message));
    if (url.searchParams.get('error') === 'access_denied')
      return fail('auth/user-cancelled', 'The sign-in was cancelled.');
    const { claims, idToken } = await openId.finish(url, secrets);
    const identity = identityFrom(claims, idToken);
    if (identity === null) return fail('auth/internal-error', 'There was no email address.');
    const code = newSecret();
    identities.set(code, identity);
    sendEventPage(response, successEvent(popup, url.origin, { code }));
  };

  return {
    handle: async (request, response, url) => {
      try {
        if (url.pathname === HANDLER_PATH) await begin(response, url);
        else if (url.pathname === CALLBACK_PATH) await finish(request, response, url);
        else sendMessagePage(response, 404, 'There is nothing at this address', []);
      } catch (error) {
        logError('The sign-in at the identity provider failed:', error);
        sendMessagePage(response, 502, 'The sign-in failed', [
          'The identity provider could not be reached, or its answer could not be trusted.',
          'Close this window and try again, or sign in with email and password.',
        ]);
      }
    },
    identify: (proof) => identities.take(proof.get('code') ?? '') ?? refuse('INVALID_IDP_RESPONSE'),
  };
}

function redirect(response: ServerResponse, location: URL, setCookie: string): void {
  response.setHeader('Set-Cookie', setCookie);
  // See sendPage: the popup must stay connected to the app.
  response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none');
  response.writeHead(302, { Location: location.href, 'Cache-Control': 'no-store' }).end();
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

/** The secrets of one sign-in while the person is on the provider's pages. */
type FlowSecrets = { readonly state: string; readonly nonce: string; readonly codeVerifier: string };

/**
 * Runs the authorization code flow with PKCE, state and nonce. The provider's metadata and keys are fetched on
 * first use; a failed attempt is repeated at the next use.
 */
function createOpenIdClient(settings: OpenIdSettings) {
  let discovered: Promise<client.Configuration> | null = null;
  const configuration = () => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = null;
      throw error;
    });
    return discovered;
  };

  return {
    /** Begins a sign-in: where to send the browser, and what to remember until it comes back. */
    async begin(redirectUri: string): Promise<{ readonly location: URL; readonly secrets: FlowSecrets }> {
      const config = await configuration();
      const secrets = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const location = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        prompt: 'select_account',
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { location, secrets };
    },
    /** Ends it: exchanges the code for the ID token and checks that. Rejects when any check fails. */
    async finish(callback: URL, { state, nonce, codeVerifier }: FlowSecrets) {
      const tokens = await client.authorizationCodeGrant(await configuration(), callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined || tokens.id_token === undefined) throw new Error('there is no ID token');
      return { claims, idToken: tokens.id_token };
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<client.Configuration> {
  // The settings accept plain http for an issuer on this machine only.
  const execute = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  const config = await client.discovery(issuer, clientId, clientSecret, undefined, { execute });
  // Check the signature of ID tokens, even of those that came straight from the provider.
  client.enableNonRepudiationChecks(config);
  return config;
}
