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
