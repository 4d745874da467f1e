import type { ChangeKind, StoredMapping } from '#model/history.ts';
import { entryUpdate } from '#model/historyUpdate.ts';
import { EMPTY_SUM, sumOf } from '#model/listChecksum.ts';
import { SERVER_AUTHOR } from '#model/log/author.ts';
import {
  type EntryId,
  type ListVersion,
  NO_VERSION,
  newEntryId,
  readListVersion,
} from '#model/log/version.ts';
import type { Mapping } from '#model/mapping.ts';
import type { BackendServices } from '#server/services.ts';

/** As the app splits an upload. */
export const MAPPINGS_PER_ENTRY = 500;

const BY = { ...SERVER_AUTHOR, uid: 'x'.repeat(28), email: 'somebody@example.com' };

/** Makes entries of the history by the operator's way, one after another. */
export class HistoryWriter {
  readonly #services: BackendServices;
  #version: ListVersion;
  #at = Date.UTC(2026, 0, 1);

  /** @param stored what the list has from before its history */
  constructor(services: BackendServices, stored: readonly Mapping[] = []) {
    this.#services = services;
    const entries = stored.map(({ key, ...mapping }) => [key, mapping] as const);
    this.#version = { ...NO_VERSION, sum: entries.length > 0 ? sumOf(entries) : null };
  }

  /** Stores mappings as one action, in entries as the app splits it. */
  write(
    kind: ChangeKind,
    mappings: readonly Mapping[],
    before: (mapping: Mapping) => StoredMapping | null,
  ): void {
    const batch = newId();
    for (let from = 0; from < mappings.length; from += MAPPINGS_PER_ENTRY) {
      const id = newId();
      const changeSet = { kind, by: BY, batch };
      const sum = this.#version.sum ?? EMPTY_SUM;
      const changes = mappings.slice(from, from + MAPPINGS_PER_ENTRY).map((mapping) => {
        const { key, description, glAccount } = mapping;
        return { key, before: before(mapping), after: { description, glAccount } };
      });
      const plan = { id, former: this.#version, sum, changeSet, at: this.#at++ };
      const { version, update } = entryUpdate(plan, changes);
      this.#services.tree.update(update);
      this.#version = readListVersion(version);
    }
  }

  /** Gives `count` mappings another account, `perEntry` in each entry. */
  change(mappings: readonly Mapping[], count: number, perEntry: number): void {
    const kind = perEntry === 1 ? 'edit' : 'upload';
    for (let from = 0; from < count; from += perEntry) {
      const some = mappings.slice(from, Math.min(from + perEntry, count));
      const after = some.map((mapping) => ({ ...mapping, glAccount: `${mapping.glAccount}9` }));
      this.write(kind, after, ({ description, glAccount }) => ({
        description,
        glAccount: glAccount.slice(0, -1),
      }));
    }
  }
}

function newId(): EntryId {
  return newEntryId((bytes) => crypto.getRandomValues(bytes));
}
