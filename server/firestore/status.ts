import { log } from '../log.ts';

/** Canonical status codes (google.rpc.Code) used here: number on the Listen stream, status of an HTTP answer. */
const CODES = {
  INVALID_ARGUMENT: { number: 3, http: 400 },
  NOT_FOUND: { number: 5, http: 404 },
  ALREADY_EXISTS: { number: 6, http: 409 },
  PERMISSION_DENIED: { number: 7, http: 403 },
  RESOURCE_EXHAUSTED: { number: 8, http: 429 },
  FAILED_PRECONDITION: { number: 9, http: 400 },
  UNIMPLEMENTED: { number: 12, http: 501 },
  INTERNAL: { number: 13, http: 500 },
  UNAVAILABLE: { number: 14, http: 503 },
  UNAUTHENTICATED: { number: 16, http: 401 },
} as const;

type StatusCode = keyof typeof CODES;

/**
 * A refusal in the protocol's terms. Clients retry UNAVAILABLE, INTERNAL, RESOURCE_EXHAUSTED and
 * UNAUTHENTICATED for ever, so a request that can never succeed must carry another code.
 */
export class FirestoreError extends Error {
  override readonly name = 'FirestoreError';
  constructor(
    readonly code: StatusCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get httpStatus(): number {
    return CODES[this.code].http;
  }

  /** As `cause` of a removed listen target. */
  toTargetCause(): { code: number; message: string } {
    return { code: CODES[this.code].number, message: this.message };
  }

  /** As body of an HTTP answer, and as last message of a stream. */
  toBody(): { error: { code: number; status: StatusCode; message: string } } {
    return { error: { code: this.httpStatus, status: this.code, message: this.message } };
  }
}

export function invalid(message: string): FirestoreError {
  return new FirestoreError('INVALID_ARGUMENT', message);
}

export function unimplemented(what: string): FirestoreError {
  return new FirestoreError('UNIMPLEMENTED', `${what} is not implemented by the embedded Firestore.`);
}

export function permissionDenied(): FirestoreError {
  return new FirestoreError('PERMISSION_DENIED', 'Missing or insufficient permissions.');
}

/** Any thrown thing as a refusal; what is not one already is a defect here, so it is logged. */
export function toFirestoreError(error: unknown): FirestoreError {
  if (error instanceof FirestoreError) return error;
  log.error('A Firestore request failed', { error });
  return new FirestoreError('INTERNAL', 'Internal error.', { cause: error });
}
