import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Email } from '#model/email.ts';
import type { Refusal } from '../answer.ts';

/** The only provider the product offers, by the name the protocol has for it. */
export const GOOGLE = 'google.com';

/** Who somebody is according to the provider, proven. */
export type Identity = {
  readonly kind: 'identity';
  /** The person's id at the provider (`sub`). */
  readonly rawId: string;
  readonly email: Email;
  /** Whether the provider vouches for the address. */
  readonly emailVerified: boolean;
  readonly displayName: string | null;
  readonly photoUrl: string | null;
  /** What it was proven with; handed to the app as the credential. */
  readonly idToken: string;
};

/** Signs people in elsewhere, in a popup window, and checks what they come back with. */
export type IdentityProvider = {
  /** Answers the popup's pages: GET requests below {@link HANDLER_PATH}. */
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> | void;
  /** Who presents this proof: the parameters of the popup's answer, or those of a credential. */
  identify(proof: URLSearchParams): Promise<Identity | Refusal> | Identity | Refusal;
};

/** Where the SDK opens its popup; the path is fixed in the SDK for any server but Google's. */
export const HANDLER_PATH = '/emulator/auth/handler';
export const POPUP_PATHS = '/emulator/auth/';
