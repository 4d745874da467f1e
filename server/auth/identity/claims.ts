import { type Refusal, refuse } from '../answer.ts';
import { emailOf, type Fields, textOf } from '../request.ts';
import type { Identity } from './identityProvider.ts';

/**
 * Reads the standard claims of OpenID Connect (Core 1.0, §5.1).
 * @param idToken what the claims were read from
 */
export function identityFrom(claims: Fields, idToken: string): Identity | Refusal {
  const rawId = textOf(claims, 'sub');
  const address = emailOf(claims);
  if (rawId === undefined || address.kind === 'refused') return refuse('INVALID_IDP_RESPONSE');
  return {
    kind: 'identity',
    rawId,
    email: address.email,
    emailVerified: claims['email_verified'] === true,
    displayName: textOf(claims, 'name') ?? null,
    photoUrl: textOf(claims, 'picture') ?? null,
    idToken,
  };
}
