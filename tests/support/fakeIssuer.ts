import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export const CLIENT = { clientId: 'test-client', clientSecret: 'test-secret' };

export type FakeIssuer = {
  readonly issuer: URL;
  /** Whom the provider says has signed in, and how it misbehaves, from now on. */
  answerWith(answer: Partial<IssuerAnswer>): void;
  close(): Promise<void>;
};

type IssuerAnswer = {
  /** Claims of the next ID tokens, over the ordinary ones. */
  readonly claims: JWTPayload;
  /** Sign the next ID tokens with a foreign key. */
  readonly forged: boolean;
  /** Send the person back with this error. */
  readonly error: string | null;
};

type Grant = { readonly nonce: string; readonly challenge: string; readonly redirectUri: string };

/** The key of every provider here, and a foreign one: made once, since that takes longer than all the rest. */
let signers: Promise<[GenerateKeyPairResult, GenerateKeyPairResult]> | undefined;

/** A small OpenID Connect provider on this machine that signs everybody in at once. It checks PKCE and the client. */
export async function startFakeIssuer(): Promise<FakeIssuer> {
  signers ??= Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const [keys, foreign] = await signers;
  const grants = new Map<string, Grant>();
  let next: IssuerAnswer = { claims: {}, forged: false, error: null };

  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const issuerName = issuer.href.replace(/\/$/, '');

  const sign = (claims: JWTPayload, privateKey: GenerateKeyPairResult['privateKey']) => {
    const now = Math.floor(Date.now() / 1000);
    const person = { sub: '1234', email: 'g@example.com', email_verified: true, name: 'Gil Gold' };
    const token = { iss: issuerName, aud: CLIENT.clientId, iat: now, exp: now + 3600, ...person, ...claims };
    return new SignJWT(token).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(privateKey);
  };

  const routes: Record<string, (url: URL, body: URLSearchParams) => Promise<object | URL> | object | URL> = {
    '/.well-known/openid-configuration': () => ({
      issuer: issuerName,
      authorization_endpoint: `${issuerName}/authorize`,
      token_endpoint: `${issuerName}/token`,
      jwks_uri: `${issuerName}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    }),
    '/keys': async () => ({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256' }] }),
    '/authorize': ({ searchParams: query }) => {
      const back = new URL(query.get('redirect_uri') ?? '');
      back.searchParams.set('state', query.get('state') ?? '');
      const code = randomUUID();
      if (next.error !== null) back.searchParams.set('error', next.error);
      else back.searchParams.set('code', code);
      grants.set(code, {
        nonce: query.get('nonce') ?? '',
        challenge: query.get('code_challenge') ?? '',
        redirectUri: query.get('redirect_uri') ?? '',
      });
      return back;
    },
    '/token': async (_url, body) => {
      const grant = grants.get(body.get('code') ?? '');
      grants.delete(body.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(body.get('code_verifier') ?? '')
        .digest('base64url');
      const client =
        body.get('client_id') === CLIENT.clientId && body.get('client_secret') === CLIENT.clientSecret;
      if (!client || grant?.challenge !== challenge || grant.redirectUri !== body.get('redirect_uri'))
        throw new Error('invalid_grant');
      const key = next.forged ? foreign.privateKey : keys.privateKey;
      const id_token = await sign({ nonce: grant.nonce, ...next.claims }, key);
      return { access_token: 'unused', token_type: 'Bearer', expires_in: 3600, id_token };
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    try {
      const result = await routes[url.pathname]?.(url, new URLSearchParams(Buffer.concat(chunks).toString()));
      if (result instanceof URL) response.writeHead(302, { Location: result.href }).end();
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(result));
    } catch (error) {
      const body = JSON.stringify({ error: error instanceof Error ? error.message : 'server_error' });
      response.writeHead(400, { 'Content-Type': 'application/json' }).end(body);
    }
  }

  return {
    issuer,
    answerWith: (answered) => {
      next = { claims: {}, forged: false, error: null, ...answered };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
