/**
 * What every menu has. Without the placeholder, which is no item of a menu, and within the page: the end of the document
 * belongs to no landmark. axe-core names both.
 */
export const menuProps = {
  position: 'bottom-start',
  shadow: 'md',
  withInitialFocusPlaceholder: false,
  withinPortal: false,
} as const;
