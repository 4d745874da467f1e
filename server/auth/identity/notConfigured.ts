import { refuse } from '../answer.ts';
import type { IdentityProvider } from './identityProvider.ts';
import { CALLBACK_PATH } from './openidFlow.ts';
import { sendMessagePage } from './pages.ts';

/** Stands where no provider is set up, and says what to do about it. */
export function createNotConfigured(): IdentityProvider {
  return {
    handle: (_request, response, url) =>
      sendMessagePage(response, 200, 'Signing in with Google is not set up', [
        'Close this window and sign in with e-mail and password instead.',
        `The person who runs this server can set it up: in the Google Cloud console, create an OAuth client of the type "Web application" with the redirect address ${url.origin}${CALLBACK_PATH}, then start the server with its GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.`,
      ]),
    identify: () => refuse('OPERATION_NOT_ALLOWED', 'Signing in with Google is not set up on this server.'),
  };
}
