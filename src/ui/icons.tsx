/** Half light, half dark. */
export function ContrastIcon() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle cx="9" cy="9" r="6.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M9 2.25a6.75 6.75 0 0 1 0 13.5z" fill="currentColor" />
    </svg>
  );
}
