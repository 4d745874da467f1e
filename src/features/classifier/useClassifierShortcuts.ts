import { type RefObject, useCallback } from 'react';
import { useShortcut } from '../../ui/shortcuts/useShortcuts.ts';
import type { DescriptionBoxHandle } from './DescriptionBox.tsx';
import type { CopyKind } from './useCopy.ts';

type Options = {
  box: RefObject<DescriptionBoxHandle | null>;
  canCopy: boolean;
  copy: (kind: CopyKind) => Promise<void>;
  /** Whether there are rows to go to. */
  hasNoMatch: boolean;
  hasToVerify: boolean;
  goToNoMatch: () => void;
  goToVerify: () => void;
};

/** The shortcuts of the Classifier screen; those of the filters are with them. */
export function useClassifierShortcuts(options: Options): void {
  const { box, canCopy, copy, hasNoMatch, hasToVerify, goToNoMatch, goToVerify } = options;
  const focusBox = useCallback(() => box.current?.focus(), [box]);
  useShortcut({ id: 'paste', keys: 'p', label: 'Go to the box for descriptions' }, focusBox);
  useShortcut(
    { id: 'copy-both', keys: 'c', label: 'Copy Description + GL Account' },
    () => void copy('description-and-account'),
    canCopy,
  );
  useShortcut(
    { id: 'copy-accounts', keys: 'a', label: 'Copy GL Account Only' },
    () => void copy('account'),
    canCopy,
  );
  useShortcut({ id: 'next-no-match', keys: 'n', label: 'Next row with No Match' }, goToNoMatch, hasNoMatch);
  useShortcut({ id: 'next-to-verify', keys: 'v', label: 'Next row to verify' }, goToVerify, hasToVerify);
}
