import { Modal, type ModalProps } from '@mantine/core';
import { use, useEffect, useState } from 'react';
import { currentPlace, isFocusLost, returnTo } from './focus/focusPlace.ts';
import { keepFocus } from './focus/keepFocus.ts';
import { StatusContext } from './status/useStatus.ts';

type Props = Pick<
  ModalProps,
  'title' | 'size' | 'onClose' | 'closeOnEscape' | 'closeOnClickOutside' | 'withCloseButton' | 'children'
>;

/**
 * A dialog, open as long as it is rendered. When it closes, the focus goes back to what opened it, or to what is nearest
 * to where that was, unless the page gives it to something else.
 */
export function Dialog({ children, ...props }: Props) {
  useReturnedFocus();
  const status = use(StatusContext);
  useEffect(() => status?.makeRoom(), [status]);
  return (
    <Modal opened returnFocus={false} transitionProps={{ duration: 0 }} {...props}>
      <div ref={followFocus}>{children}</div>
    </Modal>
  );
}

/** A ref of the content: what it has first gets the focus, and keeps it. */
function followFocus(content: HTMLElement | null): (() => void) | undefined {
  if (content === null) return undefined;
  const ends = [focusFirst(content), keepFocus(content)];
  return () => {
    for (const end of ends) end?.();
  };
}

/**
 * Gives the focus to what has `data-autofocus` in `area`, the content of a dialog, when it comes after the dialog has
 * opened: the UI library looks for it at the opening only. A person who is in the content by then is left alone.
 */
function focusFirst(area: HTMLElement): (() => void) | undefined {
  if (area.querySelector('[data-autofocus]') !== null) return undefined;
  const observer = new MutationObserver(() => {
    const first = area.querySelector<HTMLElement>('[data-autofocus]');
    if (first === null) return;
    observer.disconnect();
    if (isFocusLost() || !area.contains(document.activeElement)) first.focus({ preventScroll: true });
  });
  observer.observe(area, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** The UI library returns the focus only of dialogs that stay rendered while they are closed. */
function useReturnedFocus(): void {
  const [opener] = useState(currentPlace);
  useEffect(
    () => () => {
      // After the effects of the page, which may know a better place.
      setTimeout(() => returnTo(opener));
    },
    [opener],
  );
}
