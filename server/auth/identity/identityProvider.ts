import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Email, isAddress, normaliseEmail } from '#model/email.ts';
import { withoutHidden } from '#model/hiddenCharacters.ts';
import { type Fields, refuse } from '../protocol.ts';
import { CALLBACK_PATH, sendMessagePage } from './popupPages.ts';

/** Who somebody is according to the provider, proven. */
export type Identity = {
  /** The person's id at the provider (`sub`). */
  readonly rawId: string;
  readonly email: Email;
  /** Whether the provider has verified the address. */
  readonly emailVerified: boolean;
  readonly displayName: string | null;
  readonly photoUrl: string | null;
  /** The ID token that proves it; the app gets it as the credential. */
  readonly idToken: string;
};

/** Signs people in at a provider, in a popup window, and checks the proof that they come back with. */
export type IdentityProvider = {
  /** Answers the popup's pages: GET requests below {@link HANDLER_PATH}. */
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> | void;
  /** Who presents this proof: the parameters of the popup's answer. @throws Refusal */
  identify(proof: URLSearchParams): Promise<Identity> | Identity;
};

/**
 * Reads the standard claims of OpenID Connect (Core 1.0, §5.1); null where they do not say who it is.
 * @param idToken the token that the claims stand in
 */
export function identityFrom(claims: Fields, idToken: string): Identity | null {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const rawId = text('sub');
  const address = text('email');
  if (rawId === undefined || address === undefined || !isAddress(address)) return null;
  return {
    rawId,
    email: normaliseEmail(address),
    emailVerified: claims['email_verified'] === true,
    displayName: withoutHidden(text('name') ?? '') || null,
    photoUrl: text('picture') ?? null,
    idToken,
  };
}

/** For a server on which no provider is set up: the popup says what to set up, and by whom. */
export function createNotConfigured(): IdentityProvider {
  return {
    handle: (_request, response, url) =>
      sendMessagePage(response, 200, 'Signing in with Google is not set up', [
        'Close this window and sign in with email and password instead.',
        `The person who runs this server can set it up: in the Google Cloud console, create an OAuth client of the type "Web application" with the redirect address ${url.origin}${CALLBACK_PATH}, then start the server with its GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.`,
      ]),
    identify: () => refuse('OPERATION_NOT_ALLOWED', 'Signing in with Google is not set up on this server.'),
  };
}
