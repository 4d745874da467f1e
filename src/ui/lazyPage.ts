import { type ComponentType, createElement, lazy, Suspense } from 'react';

/** The code of a page could not be fetched: there is no connection, or a newer app has taken the place of this one. */
export class PageNotLoaded extends Error {
  override name = 'PageNotLoaded';
}

/**
 * A part of a page whose code is fetched when it is first shown: nothing stands in its place until then. Where that fails,
 * the page works without it.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part: ComponentType<Props> = lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      console.error('A part of the page could not be fetched:', error);
      return { default: () => null };
    }
  });
  return (props: Props) => createElement(Suspense, null, createElement(Part, props));
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
