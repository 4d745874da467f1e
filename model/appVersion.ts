/** The file beside the page that says which build the server has, as `{"version": "…"}`. */
export const VERSION_FILE = 'version.json';

/** The name of the `<meta>` of a built page that says of which build it is; the dev server's page has none. */
export const VERSION_META = 'app-version';
