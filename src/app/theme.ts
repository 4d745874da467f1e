import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/** A calm, dense look: a font that ships with the app, small radii, figures that line up in columns. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'sm',
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  // Of Mantine's 16 px: text without a size of its own is that of a part.
  fontSizes: { md: '0.9375rem' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.0625rem' }, h3: { fontSize: '0.9375rem' } },
  },
  // Plain objects: Mantine's `extend` would bring the components themselves into the first load.
  components: {
    Table: { defaultProps: { verticalSpacing: 4, fz: 'sm', tabularNums: true } },
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        // Mantine makes it a header, which beside the page's own would be a second banner to screen readers.
        attributes: { header: { role: 'presentation' } },
      },
    },
    // What app.css makes of it.
    Alert: {
      vars: (_theme: unknown, { color = 'red' }: { color?: string }) => ({
        root: {
          '--alert-bd': color === 'yellow' ? 'var(--attention-mark)' : `var(--mantine-color-${color}-filled)`,
          '--alert-color': 'var(--mantine-color-text)',
        },
      }),
    },
    Anchor: { defaultProps: { underline: 'always' } },
  },
});

/** Mantine's grey and red for small text are too pale to read easily (WCAG 2.1, 4.5 : 1). */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  // Attention: what a person has to look at, such as a row without a match. Text on white and dark: 4.5 : 1 at least.
  light: {
    '--attention-background': '#fff6e5',
    '--attention-text': '#8a5100',
    '--attention-mark': '#e8950c',
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-error': colors.red[9],
    // Under the pointer, chips and light buttons would be too dark for their text.
    '--mantine-color-blue-light-hover': '#c3e5ff',
  },
  dark: {
    '--attention-background': '#2b2313',
    '--attention-text': '#ffc46b',
    '--attention-mark': '#e8950c',
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[2],
    '--mantine-color-error': colors.red[4],
  },
});
