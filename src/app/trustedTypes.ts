/** The part of the browser's Trusted Types that is used here; TypeScript's own declarations have none of it. */
type TrustedTypes = {
  createPolicy(name: 'default', policy: Policy): unknown;
};
/** Null refuses the text: the assignment throws. What is absent is refused, too. */
type Policy = {
  createHTML(text: string): string | null;
  createScriptURL(address: string): string | null;
};

/** The files that are built from the workers' entry files. */
const WORKER_FILE = /^\/assets\/[a-z]+\.worker-[\w-]+\.js$/;

const DEFAULT_POLICY: Policy = {
  // Mantine sets the contents of its style elements this way. Without a `<`, text makes no element, wherever it is set.
  createHTML: (text) => (text.includes('<') ? null : text),
  createScriptURL: (address) => {
    const url = new URL(address, location.href);
    return url.origin === location.origin && WORKER_FILE.test(url.pathname) ? url.href : null;
  },
};

/**
 * Allows the only two uses that this app makes of what a browser may run as script; the security policy of the embedded
 * backend refuses every other one. It has to be there before the app is first drawn.
 */
(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', DEFAULT_POLICY);
