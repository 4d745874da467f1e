import { Branch, type TreeNode } from './node.ts';

/** Texts at least this long are kept on their branch: every page load asks for the mapping list again. */
const KEEP_FROM_UNITS = 64 * 1024;
/** Characters that JSON escapes, lone surrogates among them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes control characters.
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

/** The subtree as JSON text; `null` where there is nothing. */
export function toJson(node: TreeNode | null): string {
  if (typeof node === 'string') return quote(node);
  if (!(node instanceof Branch)) return JSON.stringify(node);
  if (node.json !== null) return node.json;
  let text = '{';
  for (const [key, child] of node.children) {
    text += `${text.length === 1 ? '' : ','}${quote(key)}:${toJson(child)}`;
  }
  text += '}';
  if (text.length >= KEEP_FROM_UNITS) node.json = text;
  return text;
}

/** The subtree as plain data. */
export function toPlain(node: TreeNode | null): unknown {
  return JSON.parse(toJson(node));
}

/** Most strings need no escaping, and then quoting them by hand is several times faster. */
function quote(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
