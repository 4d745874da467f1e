import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as open, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { EMBEDDED_PROJECT } from '#model/backend.ts';
import type { TestServer } from './server.ts';

/** Hosts of Google's that the browser is to find here. */
const HOSTS = [
  'identitytoolkit.googleapis.com',
  'securetoken.googleapis.com',
  'firestore.googleapis.com',
  '*.firebaseio.com',
  '*.firebaseapp.com',
  'apis.google.com',
];

/** What the stand-in for Google's script loader does: `gapi.iframes` opens a frame that answers nothing. */
const GAPI = `
  window.gapi = {
    load: (name, { callback }) => callback(),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: null,
      getContext: () => ({
        open: ({ url, where }, ready) => {
          const frame = document.createElement('iframe');
          frame.src = url;
          where.append(frame);
          return ready({ restyle() {}, ping: (answer) => { answer(); return Promise.resolve(); }, register() {}, send() {} });
        },
      }),
    },
  };
  gapi.iframes.Iframe = true;
  const onload = new URL(document.currentScript.src).searchParams.get('onload');
  if (onload) window[onload]();
`;

export type GoogleStandIn = {
  /** Chromium flags that direct Google's host names to this server. */
  readonly browserFlags: readonly string[];
  /** Settings of the simulated project, in the form that Firebase Hosting serves. */
  readonly settings: Readonly<Record<string, string>>;
  /** What was asked, in order, e.g. `identitytoolkit.googleapis.com/v1/accounts:signInWithPassword`. */
  readonly asked: readonly string[];
  /** Whether WebSockets are let through, as at first; some proxies of companies refuse them. */
  letSocketsThrough(doesIt: boolean): void;
  close(): Promise<void>;
};

/**
 * Plays Google's services under their own names over TLS: our own server answers, which speaks the same protocols.
 * Adds what pages of another origin need (CORS), and the host's name to the paths, as our server has one host only.
 */
export async function startGoogleStandIn(backend: TestServer): Promise<GoogleStandIn> {
  const asked: string[] = [];
  let refusesSockets = false;
  const pem = readFileSync('tests/fixtures/stand-in-certificate.pem');
  const server = createServer({ key: pem, cert: pem, keepAliveTimeout: 0 }, (request, response) => {
    const address = `${request.headers.host}${pathOf(request)}`;
    if (request.method !== 'OPTIONS') asked.push(address);
    allow(request, response);
    const own = ownAnswer(request.method, address);
    if (own === null) forward(backend, request, response);
    else response.writeHead(200, { 'Content-Type': own.type }).end(own.body);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    asked.push(request.headers.host + pathOf(request));
    if (refusesSockets) return socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    forwardSocket(backend, request, socket, head);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    browserFlags: [
      '--ignore-certificate-errors',
      `--host-resolver-rules=${HOSTS.map((host) => `MAP ${host} 127.0.0.1:${port}`).join(', ')}`,
    ],
    settings: {
      apiKey: 'key',
      authDomain: `${EMBEDDED_PROJECT}.firebaseapp.com`,
      projectId: EMBEDDED_PROJECT,
      databaseURL: `https://${EMBEDDED_PROJECT}.firebaseio.com`,
    },
    asked,
    letSocketsThrough: (doesIt) => {
      refusesSockets = !doesIt;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}

/** What Google answers itself; null: our server does. */
function ownAnswer(method = '', address: string): { readonly type: string; readonly body: string } | null {
  if (method === 'OPTIONS') return { type: 'text/plain', body: '' };
  if (address === 'apis.google.com/js/api.js') return { type: 'text/javascript', body: GAPI };
  if (address.includes('.firebaseapp.com/'))
    return { type: 'text/html', body: '<!doctype html><title>Google</title>' };
  // The origins from which people may sign in with Google: "authorised domains" in the console.
  if (address === 'identitytoolkit.googleapis.com/v1/projects')
    return { type: 'application/json', body: JSON.stringify({ authorizedDomains: ['127.0.0.1'] }) };
  return null;
}

function allow({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '');
  response.setHeader('Access-Control-Expose-Headers', 'X-HTTP-Session-Id');
}

function forward(backend: TestServer, request: IncomingMessage, response: ServerResponse): void {
  const { host = '', origin: _, ...headers } = request.headers;
  const path = /^(identitytoolkit|securetoken)\./.test(host)
    ? `/${host}${request.url}`
    : (request.url ?? '/');
  const onward = open(backend.url(path), { method: request.method, headers }, (answer) => {
    const { 'cross-origin-resource-policy': _policy, ...kept } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, kept);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

/** The SDK names the database in the host alone; our server, which has many names, wants it in the query. */
function forwardSocket(backend: TestServer, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const onward = connect(backend.port, '127.0.0.1', () => {
    const { host: _host, origin: _origin, ...headers } = request.headers;
    const lines = Object.entries({ ...headers, host: new URL(backend.origin).host }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    const target = `${request.url}&ns=${EMBEDDED_PROJECT}`;
    onward.write(`GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    onward.write(head);
    socket.pipe(onward).pipe(socket);
  });
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
}
