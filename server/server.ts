import { HEALTH_PATH, type Health } from '#model/backend.ts';
import { openAuditLog } from './audit/auditLog.ts';
import type { ServerConfig } from './config.ts';
import { type FirstStart, firstStart } from './firstStart.ts';
import { sendJson } from './http/answers.ts';
import { loadStaticFiles } from './http/appFiles.ts';
import { type Listener, listen } from './http/listener.ts';
import { createOriginCheck } from './http/requestOrigin.ts';
import { createRequestRouter } from './http/requestRouter.ts';
import type { HttpService } from './http/service.ts';
import { type OpenData, openChecked } from './integrity/checkedData.ts';
import { startHistoryCheck } from './integrity/historyCheck.ts';
import { log } from './log.ts';
import { findLitestream, lastWritten } from './replica/litestream.ts';
import { Replica } from './replica/Replica.ts';
import { StartError } from './StartError.ts';
import { createServices } from './services.ts';
import { asDamage } from './store/damage.ts';
import { dataFilesOf, sizeOf } from './store/dataFolder.ts';
import type { Store } from './store/store.ts';

/** The backend without a port: the development server of Vite has its own. */
export type Backend = ReturnType<typeof compose>;

/** Opens the data folder and creates the services. @throws StartError */
export function createBackend(config: ServerConfig): Backend {
  const { dataDir, acceptBehind, now } = config;
  const data = openChecked(dataDir, now(), acceptBehind);
  const { behind, warnings } = data.found;
  if (behind !== null) openAuditLog(dataDir, now).record('trusted', { event: 'accept-behind', what: behind });
  for (const { message, fields } of warnings) log.warn(message, fields);
  try {
    return compose(data, config);
  } catch (error) {
    data.store.close();
    throw asDamage(data.store.file, error);
  }
}

function compose(data: OpenData, config: ServerConfig) {
  const { store } = data;
  const { services, others, quota } = createServices(data, config);
  const { replica: address, replicaTimes: times, now } = config;
  const replica = address === null ? null : new Replica({ store, address, now, ...(times && { times }) });
  const answering: HttpService[] = [
    createHealthService(store, replica, config),
    ...others,
    ...Object.values(services),
    ...config.extraServices,
  ];
  return {
    router: createRequestRouter({
      services: answering,
      files: loadStaticFiles(config.appDir, config.smtp !== null),
      checkOrigin: createOriginCheck(config.publicUrl),
      quota,
      behindProxy: config.publicUrl !== null,
      now: config.now,
      logError: config.logError,
    }),
    /** The services themselves, for trusted writes past all rules. */
    services,
    quota,
    /** Where the data are kept as they were, when they have just been upgraded; else null. */
    formerData: data.formerData,
    /** Writes the first contents of a new data folder; null when there are data already. */
    firstStart: () => firstStart({ store, ...services }, config),
    /** Begins to copy the data to their second place, where there is one. */
    replicate: () => replica?.start(),
    /** Closes what clients have open. First of the two steps of stopping. */
    async closeConnections(): Promise<void> {
      store.settle();
      await Promise.all(answering.map((service) => service.close()));
    },
    /** Closes the data folder, at once where there is no second place. Second step, when no request is being answered any more. */
    release: () => (replica === null ? store.close() : replica.stop().then(() => store.close())),
  };
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/** Starts the backend on its port. @throws StartError */
export async function startServer(config: ServerConfig) {
  if (config.replica !== null) refuseForgottenReplica(config.replica, config.dataDir);
  const backend = createBackend(config);
  const shutDown = async (listener?: Listener) => {
    await backend.closeConnections();
    await listener?.close();
    await backend.release();
  };
  // The port is opened before the first start: if it is taken, no administrator may be left whose password nobody has
  // seen. Requests are answered only afterwards: nobody may register the administrator's address first.
  let open = () => {};
  const ready = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { quota } = backend;
  const { host, port, closeGrace } = config;
  const listener = await listen(backend.router, { host, port, quota, ready, closeGrace }).catch(
    (error: unknown) => shutDown().then(() => Promise.reject(error)),
  );
  const first = await backend
    .firstStart()
    .catch((error: unknown) => shutDown(listener).then(() => Promise.reject(error)));
  open();
  backend.replicate();
  return {
    /** The address that people use: the public one, or the one listened on. */
    origin: config.publicUrl?.origin ?? localOrigin(config.host, listener.port),
    port: listener.port,
    firstStart: first,
    formerData: backend.formerData,
    services: backend.services,
    stop: () => shutDown(listener),
  };
}

/**
 * Where a data folder is new, a replica with data is all that is left of the former one: a new server would go on there,
 * and Litestream remove them a day later.
 */
function refuseForgottenReplica(address: string, dataDir: string): void {
  findLitestream();
  const { databaseFile } = dataFilesOf(dataDir);
  if (sizeOf(databaseFile) > 0 || lastWritten(databaseFile, address) === null) return;
  throw new StartError(
    'data-damaged',
    `The data folder ${dataDir} is empty, and the replica ${address} is not: restore it (npm run restore -- --replica ${address}), or give REPLICA another place.`,
  );
}

function localOrigin(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * For monitoring: 200 `{"status":"ok"}`, or 503 with `storage` while the disk takes no writes, or with `history` when the
 * last check has found that the histories do not hold, or with `replica` while changes are missing in the second place;
 * and when that was. The answer says nothing else, since anybody may ask.
 */
function createHealthService(
  store: Store,
  replica: Replica | null,
  { historyCheck, dataDir, now }: ServerConfig,
): HttpService {
  const check = historyCheck === null ? null : startHistoryCheck({ ...historyCheck, dataDir, now });
  return {
    owns: (path) => path === HEALTH_PATH,
    handle: (_request, response) => {
      const { holds, checkedAt } = check?.state ?? { holds: true, checkedAt: null };
      const behindSince = replica?.behindSince ?? null;
      const health: Health = {
        status: !store.isWritable()
          ? 'storage'
          : !holds
            ? 'history'
            : behindSince !== null
              ? 'replica'
              : 'ok',
        ...(checkedAt !== null && { historyChecked: new Date(checkedAt).toISOString() }),
        ...(behindSince !== null && { replicaBehind: new Date(behindSince).toISOString() }),
      };
      sendJson(response, health.status === 'ok' ? 200 : 503, health);
    },
    close: () => check?.close(),
  };
}

/** The text that the program prints when the server listens: its address, how to sign in for the first time, and the folder. */
export function announcement(
  { origin, firstStart, formerData }: Pick<RunningServer, 'origin' | 'firstStart' | 'formerData'>,
  dataDir: string,
): string {
  return [
    `GL Classifier is ready: ${origin}`,
    ...(firstStart === null ? [] : describeFirstStart(firstStart)),
    ...(formerData === null
      ? []
      : [
          `The data were of a former version and have been upgraded. They are kept as they were in ${formerData}.`,
        ]),
    `Its data is kept in ${dataDir}. Ctrl+C stops it.`,
  ].join('\n');
}

function describeFirstStart({ adminEmail, generatedPassword, sampleMappings }: FirstStart): string[] {
  const password =
    generatedPassword === null
      ? 'the password from ADMIN_PASSWORD'
      : `the password ${generatedPassword} (shown only now)`;
  const list =
    sampleMappings > 0
      ? `A sample list of ${sampleMappings} mappings is loaded, with its chart of accounts.`
      : 'The mapping list is empty.';
  return [`Sign in as ${adminEmail} with ${password}.`, list];
}
