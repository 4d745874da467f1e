import type { ServerConfig } from './config.ts';
import { type FirstStart, firstStart } from './firstStart.ts';
import { createHealthService } from './health.ts';
import { type Listener, listen } from './http/listener.ts';
import { createRequestRouter, type RequestRouter } from './http/requestRouter.ts';
import { createOriginCheck } from './http/sameOrigin.ts';
import type { HttpService } from './http/service.ts';
import { loadStaticFiles } from './http/staticFiles.ts';
import { createServices, type Services } from './services.ts';
import { asDamage, openStore } from './store/openStore.ts';
import type { Store } from './store/store.ts';

/** The backend without a port of its own. */
export type Backend = {
  readonly front: RequestRouter;
  /** The services themselves, for trusted writes past all rules. */
  readonly services: Services;
  /** On a new data folder, makes the first contents; null when there was data already. */
  firstStart(): Promise<FirstStart | null>;
  /** Tells connected clients that the server goes down. First of the two steps of stopping. */
  closeConnections(): Promise<void>;
  /** Lets go of the data folder, once no request is under way any more. */
  release(): void;
};

/** Opens the data and puts the services together. @throws StartError */
export function createBackend(config: ServerConfig): Backend {
  const store = openStore(config.dataDir);
  try {
    return compose(store, config);
  } catch (error) {
    store.close();
    throw asDamage(store.file, error);
  }
}

function compose(store: Store, config: ServerConfig): Backend {
  const services = createServices(store, config);
  const answering: HttpService[] = [
    createHealthService(store),
    ...Object.values(services),
    ...config.extraServices,
  ];
  return {
    front: createRequestRouter({
      services: answering,
      files: loadStaticFiles(config.appDir),
      checkOrigin: createOriginCheck(config.publicUrl),
      behindProxy: config.publicUrl !== null,
      now: config.now,
      logError: config.logError,
    }),
    services,
    firstStart: () => firstStart({ store, ...services }, config),
    closeConnections: async () => {
      store.settle();
      await Promise.all(answering.map((service) => service.close()));
    },
    release: () => store.close(),
  };
}

export type RunningServer = {
  /** Where people reach it: the public address, or the one listened on. */
  readonly origin: string;
  readonly port: number;
  readonly firstStart: FirstStart | null;
  readonly services: Services;
  stop(): Promise<void>;
};

/** Starts the backend on its port. @throws StartError */
export async function startServer(config: ServerConfig): Promise<RunningServer> {
  const backend = createBackend(config);
  const shutDown = async (listener?: Listener) => {
    await backend.closeConnections();
    await listener?.close();
    backend.release();
  };
  // The port before the first start: a taken one must not leave an administrator whose password nobody has seen.
  // It answers only afterwards: nobody may register the administrator's address first.
  let open = () => {};
  const ready = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { host, port, closeGrace } = config;
  const listener = await listen(backend.front, { host, port, ready, closeGrace }).catch((error: unknown) =>
    shutDown().then(() => Promise.reject(error)),
  );
  const first = await backend
    .firstStart()
    .catch((error: unknown) => shutDown(listener).then(() => Promise.reject(error)));
  open();
  return {
    origin: config.publicUrl?.origin ?? localOrigin(config.host, listener.port),
    port: listener.port,
    firstStart: first,
    services: backend.services,
    stop: () => shutDown(listener),
  };
}

function localOrigin(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
