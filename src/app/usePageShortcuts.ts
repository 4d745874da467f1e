import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { useShortcut } from '../ui/shortcuts/useShortcuts.ts';
import { nextScheme } from './ColourSchemeSwitch.tsx';
import { ADMIN, CLASSIFIER, DATABASE, HISTORY, MY_PROPOSALS, type Page, UNMATCHED, UPLOAD } from './pages.ts';

type Options = { isAllowed: boolean; isAdmin: boolean };

/** The shortcuts that every page has: to the other pages, and for the colour scheme. */
export function usePageShortcuts({ isAllowed, isAdmin }: Options): void {
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useShortcut({ id: 'scheme', keys: 't', label: 'Change the colour scheme' }, () =>
    setColorScheme(nextScheme(colorScheme)),
  );
  const goTo = (page: Page) => () => navigate(page.path);
  useShortcut({ id: 'go-classifier', keys: 'g c', label: 'Go to Classifier' }, goTo(CLASSIFIER), isAllowed);
  useShortcut(
    { id: 'go-proposals', keys: 'g p', label: 'Go to My proposals' },
    goTo(MY_PROPOSALS),
    isAllowed && !isAdmin,
  );
  useShortcut({ id: 'go-unmatched', keys: 'g m', label: 'Go to Unmatched' }, goTo(UNMATCHED), isAllowed);
  useShortcut({ id: 'go-upload', keys: 'g u', label: 'Go to Upload Data' }, goTo(UPLOAD), isAdmin);
  useShortcut({ id: 'go-database', keys: 'g d', label: 'Go to Database' }, goTo(DATABASE), isAdmin);
  useShortcut({ id: 'go-history', keys: 'g h', label: 'Go to History' }, goTo(HISTORY), isAdmin);
  useShortcut({ id: 'go-admin', keys: 'g a', label: 'Go to Admin' }, goTo(ADMIN), isAdmin);
}
