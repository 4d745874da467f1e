import { sendJson } from './http/answers.ts';
import type { HttpService } from './http/service.ts';
import type { Store } from './store/store.ts';

const PATH = '/healthz';

/**
 * For whoever watches over the server: 200 `{"status":"ok"}`, or 503 `{"status":"storage"}` while the disk takes no
 * writes. It says no more, since anybody may ask.
 */
export function createHealthService(store: Store): HttpService {
  return {
    owns: (path) => path === PATH,
    handle: (_request, response) => {
      if (store.isWritable()) sendJson(response, 200, { status: 'ok' });
      else sendJson(response, 503, { status: 'storage' });
    },
    close: () => {},
  };
}
