/** What `open` returns, over IndexedDB; `fallback` where there is none, as in the tests under Node. */
export function overIndexedDb<Store>(open: () => Store, fallback: Store): Store {
  return typeof indexedDB === 'undefined' ? fallback : open();
}
