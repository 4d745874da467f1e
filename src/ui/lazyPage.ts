import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useStatus } from './status/useStatus.ts';

/** The code of a page could not be fetched: there is no connection, or a newer app has taken the place of this one. */
export class PageNotLoaded extends Error {
  override name = 'PageNotLoaded';
}

/**
 * A part of a page whose code is fetched when it is first shown: `pending` stands in its place until then. Where that fails,
 * the page works without it; of a part that somebody opened it is said.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  pending: ReactNode = null,
) {
  const Part: ComponentType<Props> = lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      console.error('A part of the page could not be fetched:', error);
      return { default: NotLoaded };
    }
  });
  return (props: Props) => createElement(Suspense, { fallback: pending }, createElement(Part, props));
}

const NOT_LOADED = 'Failed to load what was to open. Check your connection, then reload the page.';

/** @param onClose what is opened and closed again has it */
function NotLoaded({ onClose }: { onClose?: () => void }) {
  const { show } = useStatus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once.
  useEffect(() => {
    if (onClose === undefined) return;
    show(NOT_LOADED);
    onClose();
  }, []);
  return null;
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
