import type { TableLines, TextTarget } from '#contract/table.ts';
import { type Mapping, textsOf } from '#model/mapping.ts';
import { tabbedText } from '#model/spreadsheetCell.ts';

/** Mappings as text, their fields with tabs between them: see {@link tabbedText}. */
export function linesOf(mappings: readonly Mapping[], target: TextTarget): TableLines {
  const lines = tabbedText(mappings.map(textsOf), target);
  return { lines: new Blob([lines], { type: 'text/plain' }), count: mappings.length };
}
