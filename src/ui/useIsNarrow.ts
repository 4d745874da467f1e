import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is too narrow for all buttons side by side, and for rows of one line. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 40rem)', false, { getInitialValueInEffect: false }) ?? false;
}
