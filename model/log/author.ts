/** Who made an entry; `server` is a program of the operator, and has no address. */
export type Author = { readonly uid: string; readonly email?: string };

export const SERVER_AUTHOR: Author = { uid: 'server' };

export function readAuthor(stored: unknown): Author {
  const { uid, email } = (stored ?? {}) as Readonly<Record<string, unknown>>;
  return { uid: String(uid), ...(typeof email === 'string' && { email }) };
}
