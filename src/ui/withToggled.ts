/** The same set with the items, or without them. */
export function withAll<Item>(items: ReadonlySet<Item>, some: Iterable<Item>, isIn: boolean): Set<Item> {
  const next = new Set(items);
  for (const item of some)
    if (isIn) next.add(item);
    else next.delete(item);
  return next;
}

/** The same set with the item, or without it where it was there. */
export function withToggled<Item>(items: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  return withAll(items, [item], !items.has(item));
}

/** The items from one to the other, whichever comes first; `to` alone where `from` is none of them. */
export function rangeOf<Item>(items: readonly Item[], from: Item | null, to: Item): readonly Item[] {
  const places = [from, to].map((item) => items.indexOf(item as Item)).filter((place) => place >= 0);
  return items.slice(Math.min(...places), Math.max(...places) + 1);
}
