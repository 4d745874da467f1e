/** Half light, half dark. */
export function ContrastIcon() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle cx="9" cy="9" r="6.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M9 2.25a6.75 6.75 0 0 1 0 13.5z" fill="currentColor" />
    </svg>
  );
}

export function SunIcon() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle cx="9" cy="9" r="3.5" fill="currentColor" />
      <path
        d="M9 1v2M9 15v2M1 9h2M15 9h2M3.3 3.3l1.5 1.5M13.2 13.2l1.5 1.5M3.3 14.7l1.5-1.5M13.2 4.8l1.5-1.5"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

export function MoonIcon() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path d="M15.5 11.2A7 7 0 0 1 6.8 2.5a7 7 0 1 0 8.7 8.7z" fill="currentColor" />
    </svg>
  );
}

export function PersonIcon() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle cx="9" cy="6" r="3.25" fill="currentColor" />
      <path d="M2.5 16a6.5 5.5 0 0 1 13 0z" fill="currentColor" />
    </svg>
  );
}

export function KeyboardIcon() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <rect
        x="1.25"
        y="4"
        width="15.5"
        height="10"
        rx="1.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
      <path
        d="M4.2 7h.6M7.2 7h.6M10.2 7h.6M13.2 7h.6M4.2 9h.6M7.2 9h.6M10.2 9h.6M13.2 9h.6M6 11.5h6"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinecap="round"
      />
    </svg>
  );
}
