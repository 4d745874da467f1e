/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';

/** Times of several answers of one kind, in milliseconds. */
export type Answers = readonly number[];

/**
 * The message that the page shows now, when it has this text. Only the places of messages are searched: looking through
 * the whole page again and again, as `getByText` does, made two thirds of its garbage while an upload was stored.
 */
export function messageWith(page: Page, text: RegExp): Locator {
  return page.locator('[role=status], [role=alert]').filter({ hasText: text });
}

/**
 * Milliseconds from the next click or key of `act` to the paint after the rows of the table have changed: what a
 * person waits for the answer.
 */
export async function answerTime(page: Page, act: () => Promise<void>): Promise<number> {
  return changeTime(page, '', act);
}

/** The same to the paint after the page says `text`, which it does not yet. */
export async function messageTime(page: Page, text: string, act: () => Promise<void>): Promise<number> {
  return changeTime(page, text, act);
}

/** An empty `text` stands for a change of the rows. */
async function changeTime(page: Page, text: string, act: () => Promise<void>): Promise<number> {
  await page.evaluate((awaited) => {
    const answered = new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error(`20 seconds without ${awaited || 'a change of the rows'}.`)), 20_000);
      let begin = 0;
      const note = (event: Event) => {
        begin ||= event.timeStamp;
      };
      document.addEventListener('click', note, { capture: true });
      document.addEventListener('input', note, { capture: true });
      const isOfRows = ({ target, addedNodes, removedNodes }: MutationRecord) =>
        (target instanceof Element ? target : target.parentElement)?.closest('tbody') != null ||
        [...addedNodes, ...removedNodes].some(
          (node) => node instanceof Element && node.matches('table, :has(table)'),
        );
      const isAnswer = (records: MutationRecord[]) =>
        awaited === '' ? records.some(isOfRows) : document.body.textContent?.includes(awaited) === true;
      const observer = new MutationObserver((records) => {
        if (begin === 0 || !isAnswer(records)) return;
        observer.disconnect();
        document.removeEventListener('click', note, { capture: true });
        document.removeEventListener('input', note, { capture: true });
        // The task after the next frame has been drawn.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)));
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    Object.assign(window, { answered });
  }, text);
  await act();
  return page.evaluate(() => (window as unknown as { answered: Promise<number> }).answered);
}
