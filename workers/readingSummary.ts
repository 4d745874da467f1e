import type { FileReadingSummary } from '#contract/analysis.ts';
import type { FileReading } from '#model/fileReading.ts';
import { leftOutTexts } from '#model/text/readMessages.ts';

/** Longer texts are shortened to this many UTF-16 units on the screen: enough to find the line. */
const MAX_SHOWN_TEXT = 2_000;
/** Skipped lines of a file that the page gets. */
const MAX_SKIPPED = 100;

/** How a file was read, for the page: the first skipped lines only. */
export function summariseReading(reading: FileReading): FileReadingSummary {
  const skipped = reading.skipped
    .slice(0, MAX_SKIPPED)
    .map((line) => ({ ...line, text: shorten(line.text) }));
  return { ...reading, skipped, leftOut: leftOutTexts(reading.skipped) };
}

/** A text as far as a screen shows it. */
export function shorten(text: string): string {
  return text.length > MAX_SHOWN_TEXT ? `${text.slice(0, MAX_SHOWN_TEXT)}…` : text;
}
