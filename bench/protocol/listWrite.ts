import { listUpdate, newListVersion } from '#model/listVersion.ts';

/** Body of an update of the mapping list by key, over the wire, with the new version that the rules demand. */
export function listWrite(entries: Readonly<Record<string, unknown>>): {
  p: string;
  d: Record<string, unknown>;
} {
  return { p: '/', d: listUpdate(entries, { id: newListVersion((bytes) => crypto.getRandomValues(bytes)) }) };
}
