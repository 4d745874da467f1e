import type { LoggedKind } from '#model/text/historyWords.ts';
import type { IconName } from '../../ui/icons.tsx';

/** The icon of each kind of change; the tone says what it did to the list. */
export const KIND_ICONS: Readonly<
  Record<LoggedKind, { readonly icon: IconName; readonly tone?: 'done' | 'danger' | 'attention' }>
> = {
  add: { icon: 'add', tone: 'done' },
  edit: { icon: 'pen' },
  delete: { icon: 'bin', tone: 'danger' },
  upload: { icon: 'file', tone: 'done' },
  consolidation: { icon: 'layers' },
  duplicates: { icon: 'layers', tone: 'danger' },
  choice: { icon: 'check' },
  accounts: { icon: 'layers' },
  proposal: { icon: 'check', tone: 'done' },
  undo: { icon: 'history' },
  restore: { icon: 'reload' },
  sample: { icon: 'box', tone: 'done' },
  outside: { icon: 'more', tone: 'attention' },
  closed: { icon: 'check' },
  behind: { icon: 'more', tone: 'attention' },
  takeover: { icon: 'box' },
  grant: { icon: 'add', tone: 'done' },
  withdraw: { icon: 'bin', tone: 'danger' },
  import: { icon: 'file', tone: 'done' },
};
