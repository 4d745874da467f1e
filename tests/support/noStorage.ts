import type { AccessMemory } from '#workers/ledger/access.ts';
import type { LastSeenStorage } from '#workers/ledger/list/lastSeenStorage.ts';
import type { MappingStorage } from '#workers/ledger/list/MappingCache.ts';
import type { DraftStorage } from '#workers/ledger/rows/DraftStore.ts';

// These store nothing: Node has no IndexedDB.

export const noMappingStorage: MappingStorage = {
  read: async () => null,
  write: async () => {},
  delete: async () => {},
};

export const noLastSeenStorage: LastSeenStorage = { read: async () => null, write: () => {} };

export const noDraftStorage: DraftStorage = {
  read: async () => null,
  writeText: async () => {},
  writeNotes: async () => {},
  delete: async () => {},
  readRuns: async () => [],
  deleteRun: async () => {},
};

export const noAccessMemory: AccessMemory = { read: async () => 'none', save: async () => {} };
