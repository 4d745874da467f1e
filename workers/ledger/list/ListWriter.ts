import type { EntryChange } from '../table/entries.ts';
import type { ListSync } from './ListSync.ts';

/** Somebody's change comes first each time only while the list is being changed by many. */
const MAX_TRIES = 25;

/**
 * Makes changes of the shared list, one after another. Each is planned on the list as it is and stored only if
 * nobody has changed the list since: so a plan may look at any entry and rely on what it sees.
 */
export class ListWriter {
  readonly #sync: Pick<ListSync, 'version' | 'commit'>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(sync: Pick<ListSync, 'version' | 'commit'>) {
    this.#sync = sync;
  }

  /**
   * Stores what `plan` makes of the list, in one update; planned anew as often as somebody else's change comes
   * first. Resolves with what was stored when the server has it: with nothing when nothing was planned. Rejects
   * when the server refuses; waits while it cannot be reached.
   */
  write(plan: () => readonly EntryChange[]): Promise<readonly EntryChange[]> {
    const written = this.#last.then(() => this.#store(plan));
    this.#last = written.catch(() => {});
    return written;
  }

  async #store(plan: () => readonly EntryChange[]): Promise<readonly EntryChange[]> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const version = await this.#sync.version();
      const changes = plan();
      if (changes.length === 0 || (await this.#sync.commit(version, changes))) return changes;
    }
    throw new Error('Others are changing the list all the time. Please try again.');
  }
}
