type Props = {
  /** Edge, pixels. */
  size?: number;
};

/** The icons, each drawn in lines of 1.5 on 16 × 16. An icon says nothing to screen readers: what it stands in has a name. */
const PATHS = {
  account: 'M10.5 5.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M3 13.5c.5-2.8 2.4-4 5-4s4.5 1.2 5 4',
  add: 'M8 3v10M3 8h10',
  arrowRight: 'M3 8h10M9.5 4.5 13 8l-3.5 3.5',
  bin: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5',
  box: 'M2 3h12v3H2zM3 6v7h10V6M6.3 8.6h3.4',
  check: 'm3.5 8.5 3 3 6-7',
  chevronDown: 'm4 6 4 4 4-4',
  close: 'm4 4 8 8M12 4l-8 8',
  copy: 'M6 6h7v7H6zM3.5 10H3V3h7v.5',
  download: 'M8 2.5v8M4.5 7.5 8 11l3.5-3.5M3 13.5h10',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  filter: 'M2.5 3.5h11L9.5 8.5v4l-3 1v-5z',
  history: 'M2.6 5.2A6 6 0 1 1 2 8M2.2 2.4v2.9h2.9M8 4.8V8l2.3 1.4',
  keyboard:
    'M2.5 4h11a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1M4.5 7h.1M7 7h.1M9.5 7h.1M12 7h.1M5 9.5h6',
  layers: 'm8 2.5 6 3-6 3-6-3zM2 8.5l6 3 6-3M2 11l6 3 6-3',
  moon: 'M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  offline: 'M2.5 2.5l11 11M5 5.2A8.7 8.7 0 0 0 2 7M14 7a8.7 8.7 0 0 0-5.5-2.6M4.5 9.3A5 5 0 0 1 8 8M8 12v.1',
  pen: 'm3 13 .7-2.9 7-7a1.2 1.2 0 0 1 1.7 0l.5.5a1.2 1.2 0 0 1 0 1.7l-7 7z',
  reload: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3',
  search: 'M11 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0M10 10l3.5 3.5',
  sum: 'M12 3.5H4.5L8.5 8l-4 4.5H12',
  sun: 'M11 8a3 3 0 1 1-6 0 3 3 0 0 1 6 0M8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M3.4 12.6l1-1M11.6 4.4l1-1',
  unbox: 'M2.5 9.5V13h11V9.5M8 10.5v-7M5.3 6 8 3.3 10.7 6',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6',
  warning: 'M8 2.2 14.3 13H1.7zM8 6.5v3M8 11.2v.1',
} as const;

export type IconName = keyof typeof PATHS;

/** One icon of the set. */
export function Icon({ name, size = 16 }: Props & { name: IconName }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** Half light, half dark. */
export function ContrastIcon() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M8 2.5v11a5.5 5.5 0 0 0 0-11z" fill="currentColor" />
    </svg>
  );
}

/** The product's mark: a T account. */
export function Mark({ size = 22 }: Props) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" strokeLinecap="round" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill="var(--mark-tile)" />
      <path d="M5 7.25h14M12 7.25V19" stroke="var(--on-accent)" strokeWidth="2" />
      <path
        d="M6.5 11.5h2.5M6.5 15h2.5M15 11.5h2.5"
        stroke="var(--on-accent)"
        strokeWidth="1.75"
        opacity=".75"
      />
    </svg>
  );
}
