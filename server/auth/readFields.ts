import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson, sendTooLarge } from '../http/answers.ts';
import { readBody } from '../http/body.ts';
import type { Fields } from './request.ts';

/** Bytes. */
const BODY_LIMIT = 64 * 1024;

/** The body's fields, from JSON or (token refresh) a form; null when the refusal has been sent. */
export async function readFields(request: IncomingMessage, response: ServerResponse): Promise<Fields | null> {
  const body = await readBody(request, BODY_LIMIT);
  if (body.kind === 'too-large') sendTooLarge(response, BODY_LIMIT);
  if (body.kind !== 'text') return null;
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body.text));
  const fields = parseObject(body.text);
  if (fields === null) sendJson(response, 400, { error: { code: 400, message: 'INVALID_JSON', errors: [] } });
  return fields;
}

function parseObject(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}
