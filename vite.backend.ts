import type { Plugin, ViteDevServer } from 'vite';
import { EMBEDDED_MARK, OUTBOX_MARK } from './model/backend.ts';
import type { ServerConfig } from './server/config.ts';
import type { Backend } from './server/server.ts';

/**
 * The running backend. To restart, Vite evaluates its configuration anew and starts a second server before it closes the
 * first. Only one backend may use the data folder, so both servers have to find the running one: in a global variable.
 */
const slot = globalThis as { glClassifierBackend?: Backend };

/** `npm run dev`: the backend of `npm start` inside Vite's server, on the same port, with the same settings. */
export function embeddedBackend(): Plugin {
  return {
    name: 'embedded-backend',
    apply: 'serve',
    config: () => ({
      server: {
        host: process.env['HOST'] || '127.0.0.1',
        port: Number(process.env['PORT'] || 8080),
        strictPort: true,
        // Vite would otherwise answer pages of other ports of this machine.
        cors: false,
      },
    }),
    configureServer: startBackend,
    transformIndexHtml: () => [
      { tag: 'meta', attrs: process.env['SMTP_URL'] ? EMBEDDED_MARK : OUTBOX_MARK, injectTo: 'head' },
    ],
  };
}

async function startBackend(vite: ViteDevServer): Promise<void> {
  await stopBackend();
  // Through Vite, so that building the app does not load the server and its database.
  const { readConfig } = await load<typeof import('./server/config.ts')>(vite, 'config');
  const { createBackend } = await load<typeof import('./server/server.ts')>(vite, 'server');
  const config = readConfig([], process.env);
  const backend = createBackend(config);
  slot.glClassifierBackend = backend;
  attach(vite, backend);
  vite.httpServer?.once('listening', () => void welcome(vite, backend, config));
}

/** Requests that belong to a service go to it; all others, the WebSocket of Vite included, go to Vite. */
function attach(vite: ViteDevServer, { router }: Backend): void {
  // The Realtime Database owns every path that ends in .json, as its REST API does; here such paths are modules.
  const ours = (url = '/') => {
    const path = url.split('?', 1)[0] ?? '/';
    return router.owns(path) && !path.endsWith('.json');
  };
  vite.middlewares.use((request, response, next) => {
    if (ours(request.url)) router.handle(request, response);
    else next();
  });
  vite.httpServer?.on('upgrade', (request, socket, head) => {
    if (!ours(request.url)) return;
    socket.on('error', () => socket.destroy());
    router.upgrade(request, socket, head);
  });
}

async function welcome(
  vite: ViteDevServer,
  backend: Backend,
  { host, dataDir }: ServerConfig,
): Promise<void> {
  const { announcement } = await load<typeof import('./server/server.ts')>(vite, 'server');
  const address = vite.httpServer?.address();
  const port = typeof address === 'object' && address !== null ? address.port : '';
  const { services, formerData } = backend;
  const firstStart = await backend.firstStart();
  const running = { origin: `http://${host}:${port}`, firstStart, formerData, services };
  vite.config.logger.info(announcement(running, dataDir));
}

async function stopBackend(): Promise<void> {
  const running = slot.glClassifierBackend;
  delete slot.glClassifierBackend;
  await running?.closeConnections();
  await running?.release();
}

function load<T>(vite: ViteDevServer, name: string): Promise<T> {
  return vite.ssrLoadModule(`/server/${name}.ts`) as Promise<T>;
}
