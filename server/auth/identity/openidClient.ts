import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import * as client from 'openid-client';

/** An OpenID Connect client as registered with its provider. */
export type OpenIdSettings = {
  /** E.g. `https://accounts.google.com`. */
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
};

/** What belongs to one sign-in on its way through the provider's pages. */
export type FlowSecrets = { readonly state: string; readonly nonce: string; readonly codeVerifier: string };

export type OpenIdClient = {
  /** Begins a sign-in: where to send the browser, and what to remember until it comes back. */
  begin(redirectUri: string): Promise<{ readonly location: URL; readonly secrets: FlowSecrets }>;
  /** Ends it: exchanges the code for the ID token and checks that. Rejects when anything is amiss. */
  finish(
    callback: URL,
    secrets: FlowSecrets,
  ): Promise<{ readonly claims: JWTPayload; readonly idToken: string }>;
  /** Checks an ID token that the app got by itself. Rejects when anything is amiss. */
  verify(idToken: string): Promise<JWTPayload>;
};

/**
 * Speaks the authorization code flow with PKCE, state and nonce. The provider's metadata and keys are fetched on
 * first use; a failed attempt is made again at the next one.
 */
export function createOpenIdClient(settings: OpenIdSettings): OpenIdClient {
  let discovered: Promise<client.Configuration> | null = null;
  const configuration = () => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = null;
      throw error;
    });
    return discovered;
  };
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null;

  return {
    begin: async (redirectUri) => {
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
    finish: async (callback, { state, nonce, codeVerifier }) => {
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
    verify: async (idToken) => {
      const { issuer, jwks_uri } = (await configuration()).serverMetadata();
      if (jwks_uri === undefined) throw new Error(`${issuer} names no keys`);
      keys ??= createRemoteJWKSet(new URL(jwks_uri));
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: issuersOf(issuer),
        audience: settings.clientId,
        requiredClaims: ['sub', 'exp', 'iat'],
        // Never a symmetric one: its key would be the client secret or nothing.
        algorithms: ['RS256', 'ES256', 'PS256', 'EdDSA'],
      });
      return payload;
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<client.Configuration> {
  // Plain http is for an issuer on this machine only; the settings see to that.
  const execute = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  const config = await client.discovery(issuer, clientId, clientSecret, undefined, { execute });
  // Check the signature of ID tokens, even of those that came straight from the provider.
  client.enableNonRepudiationChecks(config);
  return config;
}

/** Google writes its issuer without the scheme at times (Google Identity, "Verify the ID token"). */
function issuersOf(issuer: string): string[] {
  return issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : [issuer];
}
