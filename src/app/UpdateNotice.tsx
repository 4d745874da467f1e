import { Anchor } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { appMessages } from '#model/text/appMessages.ts';
import { appVersion as ofThisPage } from '../services/appVersion.ts';
import layout from '../ui/layout.module.css';
import { BRAND } from './brand.ts';
import styles from './ConnectionBanner.module.css';

type Props = {
  appVersion?: typeof ofThisPage;
  reload?: () => void;
};

/** Says when the server has a newer app than this page. Nothing reloads by itself: a form may be filled in. */
export function UpdateNotice({ appVersion = ofThisPage, reload = () => window.location.reload() }: Props) {
  const isUpdated = useSyncExternalStore(appVersion.isUpdated.subscribe, appVersion.isUpdated.get);
  useEffect(() => appVersion.watch(), [appVersion]);
  // Always there: a live region that appears together with its text is not announced.
  return (
    <div role="status">
      {isUpdated && (
        <p className={`${layout['quote']} ${styles['banner']}`} data-tone="likely">
          {appMessages.updated(BRAND)}{' '}
          <Anchor component="button" type="button" inherit fw={600} onClick={reload}>
            Reload
          </Anchor>
          .
        </p>
      )}
    </div>
  );
}
