/** Where the Firebase services are; plain data, so the page can hand it to its workers. */
export type BackendSettings =
  /** Our own server on the page's origin (docs: the embedded backend). */
  | { readonly kind: 'embedded'; readonly origin: string; readonly projectId: string }
  /** A project of Google's hosted service. */
  | {
      readonly kind: 'firebase';
      readonly apiKey: string;
      readonly authDomain: string;
      readonly projectId: string;
      readonly appId: string;
      readonly databaseURL: string;
    };

/** Project id that the embedded backend and its pages agree on. */
export const EMBEDDED_PROJECT = 'gl-classifier';
