import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

export type RowWindowOptions = {
  scroller: RefObject<HTMLDivElement | null>;
  count: number;
  /** In pixels. */
  rowHeight: number;
  /** Of what stands above the rows in the scroller, in pixels; as high as a row unless said. */
  headerHeight?: number;
};

/** Browsers place nothing beyond a certain height: Chromium 33.5 million pixels, Firefox 17.8 million. */
const TALLEST = 15_000_000;
const OVERSCAN = 10;
/** The window moves by this many rows at a time, so that not every row scrolled by causes a drawing. */
const ROWS_PER_MOVE = 5;

/** A place in the list: `top` is the first visible pixel of the unscaled list, `shift` the offset of the drawn rows. */
type Place = { readonly top: number; readonly height: number; readonly shift: number };

const AT_TOP: Place = { top: 0, height: 0, shift: 0 };

/**
 * The rows to draw of a long list of equally high rows. A list too tall for the browser is scrolled to scale: the scroll
 * bar covers the whole list, and the drawn rows are moved to its place.
 */
export function useRowWindow({ scroller, count, rowHeight, headerHeight = rowHeight }: RowWindowOptions) {
  const [place, setPlace] = useState(AT_TOP);
  const full = count * rowHeight;
  const bodyHeight = Math.min(full, TALLEST);

  const measure = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const height = element.clientHeight - headerHeight;
    const top = element.scrollTop * scale(full, bodyHeight, height);
    const shift = element.scrollTop - top;
    setPlace((last) =>
      last.height === height && last.shift === shift && stride(last.top, rowHeight) === stride(top, rowHeight)
        ? last
        : { top, height, shift },
    );
  }, [scroller, full, bodyHeight, rowHeight, headerHeight]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroller, measure]);

  const scrollTo = useCallback(
    (position: number) => {
      const element = scroller.current;
      if (element === null) return;
      const height = element.clientHeight - headerHeight;
      const factor = scale(full, bodyHeight, height);
      const top = element.scrollTop * factor;
      const row = position * rowHeight;
      if (row < top) element.scrollTop = row / factor;
      else if (row + rowHeight > top + height)
        element.scrollTop = Math.ceil((row + rowHeight - height) / factor);
      measure();
    },
    [scroller, full, bodyHeight, rowHeight, headerHeight, measure],
  );

  const first = stride(place.top, rowHeight);
  const from = Math.max(0, Math.min(first - OVERSCAN, count - 1));
  const to = Math.min(count, first + ROWS_PER_MOVE + Math.ceil(place.height / rowHeight) + OVERSCAN);
  return { from, to, bodyHeight, topOf: (position: number) => position * rowHeight + place.shift, scrollTo };
}

/** Pixels of the list that one pixel of the scroll bar's way stands for. */
function scale(full: number, bodyHeight: number, height: number): number {
  return full > bodyHeight ? (full - height) / (bodyHeight - height) : 1;
}

function stride(top: number, rowHeight: number): number {
  return Math.floor(top / rowHeight / ROWS_PER_MOVE) * ROWS_PER_MOVE;
}
