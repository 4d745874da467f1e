import '#src/app/mantine.css';
import '#src/app/tokens.css';
import '#src/app/app.css';
import '#src/ui/layout.module.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { isErrorMessage } from '#model/text/messages.ts';
import { themeProps } from '#src/app/theme.ts';
import { keepPresses } from '#src/ui/keepPress.ts';
import { StatusProvider } from '#src/ui/status/StatusProvider.tsx';

// As the app does it: once for the page.
keepPresses();

/**
 * Renders with what the app puts around every page: theme, colour scheme and status messages.
 * `chosen`: as the person has chosen, and at first as the system says.
 */
export function renderInApp(children: ReactNode, scheme: 'light' | 'dark' | 'chosen' = 'light') {
  return render(
    <MantineProvider {...themeProps} {...(scheme !== 'chosen' && { forceColorScheme: scheme })}>
      <StatusProvider isError={isErrorMessage}>{children}</StatusProvider>
    </MantineProvider>,
  );
}
