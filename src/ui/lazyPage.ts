import { type ComponentType, lazy } from 'react';

/** The code of a page could not be fetched: there is no connection, or a newer app has taken the place of this one. */
export class PageNotLoaded extends Error {
  override name = 'PageNotLoaded';
}

/** A page whose code is fetched when it is first shown. */
export function lazyPage<Props = object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (cause) {
      throw new PageNotLoaded('The code of this page could not be fetched.', { cause });
    }
  });
}
