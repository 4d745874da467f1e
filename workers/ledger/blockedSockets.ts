/** Milliseconds, of each step. */
const TIMEOUT_MS = 8_000;

/** Where to look for the answers of a server, with and without a WebSocket. */
export type SocketTarget = {
  /** Address of an ordinary request, and the status of its answer when it has come through. */
  readonly page: string;
  readonly status: number;
  /** Address of the WebSocket, on which the server speaks first. */
  readonly socket: string;
};

/**
 * Whether something on the way lets ordinary requests through and no WebSockets, as some proxies of companies do. The
 * request is made before and after: a server that is just starting is no proxy.
 */
export async function areSocketsBlocked(target: SocketTarget): Promise<boolean> {
  return (await isAnswered(target)) && !(await speaksFirst(target.socket)) && (await isAnswered(target));
}

async function isAnswered({ page, status }: SocketTarget): Promise<boolean> {
  try {
    const answer = await fetch(page, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    await answer.body?.cancel();
    return answer.status === status;
  } catch {
    return false;
  }
}

/** A proxy may accept a WebSocket and pass nothing on: only a message shows that it gets through. */
function speaksFirst(address: string): Promise<boolean> {
  const socket = new WebSocket(address);
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), TIMEOUT_MS);
    const end = (speaks: boolean) => {
      clearTimeout(timer);
      resolve(speaks);
    };
    socket.addEventListener('message', () => end(true));
    socket.addEventListener('close', () => end(false));
  }).finally(() => socket.close());
}
