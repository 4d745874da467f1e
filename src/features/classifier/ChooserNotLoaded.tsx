import { useEffect } from 'react';
import { NO_MATCH } from '#model/mapping.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { useStatus } from '../../ui/status/useStatus.ts';

/** Takes the place of the choice of an account when its code could not be fetched, and says so. */
export function ChooserNotLoaded({ onClose }: { onClose: () => void }) {
  const { show } = useStatus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once.
  useEffect(() => {
    show(rowAccountMessages.chooserFailed);
    onClose();
  }, []);
  return <span>{NO_MATCH}</span>;
}
