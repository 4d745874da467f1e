import type { DocumentSite, Verdict } from './document-calls.ts';

const TARGET = 2;
const PERMISSION_DENIED = 7;

type TargetChange = {
  readonly targetChange?: {
    readonly targetChangeType?: string;
    readonly cause?: { readonly code: number };
  };
};

/**
 * Opens Firestore's listen stream (WebChannel version 8), adds one target, and waits until the server has either
 * sent all of it or refused it.
 */
export async function listenOnce(site: DocumentSite, target: object): Promise<Verdict> {
  const database = `projects/${site.projectId}/databases/(default)`;
  const channel = `${site.origin}/google.firestore.v1.Firestore/Listen/channel?VER=8&database=${encodeURIComponent(database)}`;
  const opening = new URLSearchParams({
    headers: site.authorization === null ? '' : `Authorization:${site.authorization}\r\n`,
    count: '1',
    ofs: '0',
    req0___data__: JSON.stringify({ database, addTarget: { ...target, targetId: TARGET } }),
  });
  const answer = await fetch(`${channel}&RID=1&CVER=22&t=1`, { method: 'POST', body: opening });
  const sid = /"c","([^"]+)"/.exec(await answer.text())?.[1];
  if (sid === undefined) throw new Error(`No listen stream: ${answer.status}`);
  try {
    return await verdictOf(await fetch(`${channel}&SID=${sid}&RID=rpc&AID=0&CI=0&TYPE=xmlhttp&t=1`));
  } finally {
    await fetch(`${channel}&SID=${sid}&TYPE=terminate`, { method: 'POST' });
  }
}

async function verdictOf(stream: Response): Promise<Verdict> {
  let received = '';
  for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received += text;
    for (const { targetChange } of messagesIn(received)) {
      if (targetChange?.targetChangeType === 'CURRENT') return 'allowed';
      if (targetChange?.cause?.code === PERMISSION_DENIED) return 'refused';
      if (targetChange?.cause) throw new Error(`The target ended: ${JSON.stringify(targetChange)}`);
    }
  }
  throw new Error(`The listen stream ended after ${received}`);
}

/** The complete frames `<length>\n<array of [id, messages]>` at the beginning of `text`. */
function* messagesIn(text: string): Iterable<TargetChange> {
  let rest = text;
  for (;;) {
    const head = /^(\d+)\n/.exec(rest);
    const start = head?.[0].length ?? 0;
    const end = start + Number(head?.[1]);
    if (!head || rest.length < end) return;
    for (const [, messages] of JSON.parse(rest.slice(start, end)) as [number, unknown[]][]) {
      yield* messages.filter((message) => typeof message === 'object') as TargetChange[];
    }
    rest = rest.slice(end);
  }
}
