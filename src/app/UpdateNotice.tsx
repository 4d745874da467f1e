import { Anchor } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { appMessages } from '#model/text/appMessages.ts';
import { appVersion as ofThisPage } from '../services/appVersion.ts';
import { BRAND } from './brand.ts';
import { Banner } from './ConnectionBanner.tsx';

type Props = {
  appVersion?: typeof ofThisPage;
  reload?: () => void;
};

/** Says when the server has a newer app than this page. Nothing reloads by itself: a form may be filled in. */
export function UpdateNotice({ appVersion = ofThisPage, reload = () => window.location.reload() }: Props) {
  const isUpdated = useSyncExternalStore(appVersion.isUpdated.subscribe, appVersion.isUpdated.get);
  useEffect(() => appVersion.watch(), [appVersion]);
  return (
    <Banner tone="likely">
      {isUpdated && (
        <>
          {appMessages.updated(BRAND)}{' '}
          <Anchor component="button" type="button" inherit fw={600} onClick={reload}>
            Reload
          </Anchor>
          .
        </>
      )}
    </Banner>
  );
}
