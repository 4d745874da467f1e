/**
 * Returns what `make` makes for a name, and makes it again only when another name has been asked for since. A promise that
 * rejects is not remembered.
 */
export function rememberLast<T>(): (name: string, make: () => T) => T {
  let last: { readonly name: string; readonly value: T } | null = null;
  return (name, make) => {
    if (last?.name === name) return last.value;
    const made = { name, value: make() };
    last = made;
    if (made.value instanceof Promise)
      made.value.catch(() => {
        if (last === made) last = null;
      });
    return made.value;
  };
}
