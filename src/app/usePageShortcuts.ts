import { useMantineColorScheme } from '@mantine/core';
import { useRouter } from '../ui/router.tsx';
import { useShortcut } from '../ui/shortcuts/useShortcuts.ts';
import { nextScheme } from './ColourSchemeSwitch.tsx';
import { ADMIN, CLASSIFIER, DATABASE, UPLOAD } from './pages.ts';

type Options = { isAllowed: boolean; isAdmin: boolean };

/** The shortcuts that every page has: to the other pages, and for the colour scheme. */
export function usePageShortcuts({ isAllowed, isAdmin }: Options): void {
  const router = useRouter();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useShortcut({ id: 'scheme', keys: 't', label: 'Change the colour scheme' }, () =>
    setColorScheme(nextScheme(colorScheme)),
  );
  const go = { classifier: CLASSIFIER, upload: UPLOAD, database: DATABASE, admin: ADMIN };
  const to = (page: keyof typeof go) => () => router.go(go[page].path);
  useShortcut({ id: 'go-classifier', keys: 'g c', label: 'Go to Classifier' }, to('classifier'), isAllowed);
  useShortcut({ id: 'go-upload', keys: 'g u', label: 'Go to Upload Data' }, to('upload'), isAdmin);
  useShortcut({ id: 'go-database', keys: 'g d', label: 'Go to Database' }, to('database'), isAdmin);
  useShortcut({ id: 'go-admin', keys: 'g a', label: 'Go to Admin' }, to('admin'), isAdmin);
}
