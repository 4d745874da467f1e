import { setTimeout as delay } from 'node:timers/promises';
import { CHANGES_PATH, LIST_VERSION_PATH } from '#model/paths.ts';
import { commit } from '../protocol/firestoreClient.ts';
import { changeList, usageUpdate } from '../protocol/listWrite.ts';
import type { Push, RealtimeClient } from '../protocol/RealtimeClient.ts';
import { Durations } from './percentiles.ts';
import { ADMINS, emailOf, keyOf } from './seed.ts';

/** One person's page: a socket that listens to the list, and a session. */
export type Client = { readonly number: number; readonly idToken: string; readonly socket: RealtimeClient };

/** Figures of one stretch of time. */
export type Figures = { readonly acknowledgement: Durations; readonly fanOut: Durations; errors: string[] };

type Writing = { readonly origin: string; readonly clients: readonly Client[]; readonly mappings: number };

export function newFigures(): Figures {
  return { acknowledgement: new Durations(), fanOut: new Durations(), errors: [] };
}

/** Clients that write now and then and measure the time until the acknowledgement and until all others have the change. */
export class Load {
  /** Where figures go at present. */
  figures = newFigures();
  private readonly sentAt = new Map<string, number>();
  private count = 0;

  /** Follows the list as the product does: the server pushes its version, the client reads the changes of that. */
  async follow(socket: RealtimeClient, { body }: Push): Promise<void> {
    if (body['p'] !== LIST_VERSION_PATH) return;
    const { id } = body['d'] as { id: string };
    const changes = await socket.demand('g', { p: `/${CHANGES_PATH}/${id}/changes` });
    for (const { after } of Object.values(changes as Record<string, { after?: { glAccount?: string } }>)) {
      const sent = this.sentAt.get(String(after?.glAccount));
      if (sent !== undefined) this.figures.fanOut.add(performance.now() - sent);
    }
  }

  /** Every client writes once per `interval` milliseconds, evenly spread, until `isOver`. */
  async write(writing: Writing, interval: number, isOver: () => boolean): Promise<void> {
    const { clients } = writing;
    await Promise.all(
      clients.map(async (client, index) => {
        await delay((interval * index) / clients.length);
        let due = performance.now();
        while (!isOver()) {
          await this.writeOnce(writing, client);
          due += interval;
          await delay(Math.max(0, due - performance.now()));
        }
      }),
    );
  }

  private async writeOnce(writing: Writing, client: Client): Promise<void> {
    const began = performance.now();
    try {
      await this.choose(writing, client);
      this.figures.acknowledgement.add(performance.now() - began);
    } catch (error) {
      this.figures.errors.push(String(error));
    }
  }

  /** Administrators edit mappings; of the others, every tenth writes to Firestore, the rest count usage. */
  private choose({ origin, mappings }: Writing, { number, idToken, socket }: Client): Promise<unknown> {
    this.count += 1;
    if (number < ADMINS) {
      const description = keyOf((this.count * 7919) % mappings);
      const glAccount = `bench ${this.count}`;
      this.sentAt.set(glAccount, performance.now());
      return changeList(socket, idToken, { [description]: { description, glAccount } });
    }
    if (number % 10 === 0) return commit(origin, idToken, [lastLoginOf(number)]);
    const today = new Date().toISOString().slice(0, 10);
    return socket.demand('m', { p: '/usage', d: usageUpdate(emailOf(number), 25, today) });
  }
}

function lastLoginOf(number: number): object {
  const name = `projects/gl-classifier/databases/(default)/documents/users/${emailOf(number)}`;
  return {
    update: { name, fields: { lastLogin: { stringValue: new Date().toISOString() } } },
    updateMask: { fieldPaths: ['lastLogin'] },
    currentDocument: { exists: true },
  };
}
