import { MAX_TRIED_LINES, type TriedLine, type TriedMatch, type UnsavedMapping } from '#contract/table.ts';
import type { Classifier } from '#engine/classifier.ts';
import { createClassifier } from '#engine/classifier.ts';
import { outranks } from '#engine/keywords.ts';
import { normalise } from '#engine/normalise.ts';
import { fieldsOf, type Mapping } from '#model/mapping.ts';

/** A winner and so many losers are named, as in an explanation. */
const MAX_NAMED = 4;

/**
 * What the first {@link MAX_TRIED_LINES} of `lines` get from the list, and what they would get once `unsaved` is saved.
 * Linear in the lines and their matches.
 */
export function tryLines(
  classifier: Classifier,
  lines: readonly string[],
  unsaved: UnsavedMapping | null,
): TriedLine[] {
  const changed = unsaved === null ? null : createClassifier([unsaved.after]);
  return lines.slice(0, MAX_TRIED_LINES).map((line) => {
    const matches = matchesOf(classifier, line);
    const after =
      changed === null || unsaved === null
        ? null
        : toMatch(line, [...withoutEdited(matches, unsaved), ...matchesOf(changed, line)].sort(byRank));
    return { line, now: toMatch(line, matches), after };
  });
}

/** The mappings that match a line, best first; there may be more of them. */
function matchesOf(classifier: Classifier, line: string): Mapping[] {
  const explanation = classifier.explain(line);
  return 'mapping' in explanation ? [explanation.mapping, ...explanation.losers] : [];
}

/** Without the edited mapping as it is stored, and without one that it would take the place of. */
function withoutEdited(matches: readonly Mapping[], { key, after }: UnsavedMapping): Mapping[] {
  return matches.filter((mapping) => mapping.key !== key && mapping.key !== after.key);
}

function byRank(a: Mapping, b: Mapping): number {
  return outranks(a, b) ? -1 : 1;
}

function toMatch(line: string, matches: readonly Mapping[]): TriedMatch {
  const text = normalise(line);
  const [winner, ...losers] = matches.slice(0, MAX_NAMED).map(fieldsOf);
  if (winner === undefined) return { kind: text === '' ? 'blank' : 'none' };
  return { kind: normalise(winner.description) === text ? 'exact' : 'contained', winner, losers };
}
