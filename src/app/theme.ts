import {
  type CSSVariablesResolver,
  createTheme,
  type VariantColorsResolver,
  type VariantColorsResolverInput,
} from '@mantine/core';

/** The meanings of colours (tokens.css), by the names that the UI library's components take. */
const ROLES: Readonly<Record<string, string>> = {
  blue: 'accent',
  red: 'danger',
  yellow: 'attention',
  teal: 'done',
};

/** A dense look from the tokens of tokens.css: none of the library's own colours, sizes and shadows are left. */
const theme = createTheme({
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--font)',
  radius: {
    xs: 'var(--r-small)',
    sm: 'var(--r)',
    md: 'var(--r-card)',
    lg: 'var(--r-dialog)',
    xl: 'var(--r-dialog)',
  },
  spacing: { xs: 'var(--s2)', sm: 'var(--s3)', md: 'var(--s4)', lg: 'var(--s5)', xl: 'var(--s6)' },
  shadows: {
    xs: 'var(--lift-1)',
    sm: 'var(--lift-1)',
    md: 'var(--lift-2)',
    lg: 'var(--lift-3)',
    xl: 'var(--lift-3)',
  },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1.25rem', xl: '1.75rem' },
  lineHeights: { xs: '1.3334', sm: '1.3847', md: '1.4286', lg: '1.4', xl: '1.2143' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '0.875rem', lineHeight: '1.25rem' },
      h3: { fontSize: '0.75rem', lineHeight: '1rem' },
    },
  },
  variantColorResolver: colorsOf,
  // Plain objects: Mantine's `extend` would bring the components themselves into the first load.
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        shadow: 'lg',
        overlayProps: { color: 'var(--veil)', backgroundOpacity: 1 },
        closeButtonProps: { 'aria-label': 'Close' },
        // Mantine makes it a header, which beside the page's own would be a second banner to screen readers.
        attributes: { header: { role: 'presentation' } },
      },
    },
    // Two heights of controls, in place of the library's ten.
    Button: {
      defaultProps: { variant: 'default' },
      vars: (_theme: unknown, { size, variant }: { size?: string; variant?: string }) => {
        const isCompact = size?.startsWith('compact') === true;
        return {
          root: {
            '--button-fz': 'var(--size-dense)',
            '--button-height': isCompact ? 'var(--control-small)' : 'var(--control)',
            '--button-padding-x': isCompact || variant === 'subtle' ? 'var(--s2)' : 'var(--s3)',
          },
        };
      },
    },
    Menu: {
      defaultProps: {
        position: 'bottom-start',
        shadow: 'md',
        // No item of a menu, and the end of the document belongs to no landmark: axe-core names both.
        withInitialFocusPlaceholder: false,
        withinPortal: false,
      },
    },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Input: {
      vars: () => ({
        wrapper: {
          '--input-height': 'var(--control)',
          '--input-fz': 'var(--size-dense)',
          // Fields have 3 : 1, unlike buttons, whose words say what they are.
          '--input-bd': 'var(--line-control)',
        },
      }),
    },
    // Of small fields, Mantine's would have 10 px.
    InputWrapper: {
      vars: () => ({
        label: { '--input-label-size': 'var(--size-dense)' },
        error: { '--input-error-size': 'var(--size-note)' },
        description: { '--input-description-size': 'var(--size-note)' },
      }),
    },
    Alert: {
      vars: (_theme: unknown, { color = 'red' }: { color?: string }) => ({
        root: {
          '--alert-bg': `var(--${roleOf(color)}-soft)`,
          '--alert-bd': 'transparent',
          '--alert-color': 'var(--text)',
        },
      }),
    },
    Text: { defaultProps: { size: 'sm' } },
    Paper: { defaultProps: { radius: 'md' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fz: 'xs', fw: 500, lts: 0 } },
    Anchor: { defaultProps: { underline: 'always' } },
  },
});

function roleOf(color: string | undefined): string {
  return ROLES[color ?? 'blue'] ?? 'neutral';
}

/**
 * Buttons and badges. The five kinds of buttons are variants: primary `filled`, secondary `default`, tonal `light`, quiet
 * `subtle`; danger is the colour `red` of a quiet one, and of a filled one in the dialog that asks.
 */
function colorsOf({ variant, color }: VariantColorsResolverInput): ReturnType<VariantColorsResolver> {
  const role = roleOf(color);
  const none = { background: 'transparent', hover: 'var(--surface-hover)', border: '1px solid transparent' };
  switch (variant) {
    case 'filled':
      return {
        ...none,
        background: role === 'danger' ? 'var(--danger-fill)' : `var(--${role})`,
        hover: role === 'accent' ? 'var(--accent-hover)' : `var(--${role})`,
        color: 'var(--on-accent)',
      };
    case 'light':
      return {
        ...none,
        background: `var(--${role}-soft)`,
        hover: `var(--${role}-soft)`,
        color: role === 'neutral' ? 'var(--text-2)' : `var(--${role}-text)`,
      };
    case 'default':
      return {
        ...none,
        background: 'var(--surface)',
        border: '1px solid var(--line-button)',
        color: 'var(--text)',
      };
    default:
      return { ...none, color: role === 'danger' ? 'var(--danger-text)' : 'var(--text-2)' };
  }
}

/** The library's variables, of which it has one set for each scheme; the tokens know the scheme themselves. */
const VARIABLES = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-error': 'var(--danger-text)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-disabled': 'var(--surface-hover)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-gray-0': 'var(--surface-hover)',
  '--mantine-color-gray-1': 'var(--surface-hover)',
  '--mantine-color-gray-2': 'var(--line)',
  '--mantine-color-gray-3': 'var(--line)',
  '--mantine-color-dark-4': 'var(--line)',
  '--mantine-color-dark-6': 'var(--surface)',
  '--mantine-color-dark-7': 'var(--surface-hover)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-color-blue-filled': 'var(--accent)',
};

const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: VARIABLES,
  dark: VARIABLES,
});

/** What the app is drawn with. */
export const themeProps = {
  theme,
  cssVariablesResolver,
  // All of them at the start, in place of a style sheet with the library's own values.
  deduplicateCssVariables: false,
  defaultColorScheme: 'auto',
} as const;
