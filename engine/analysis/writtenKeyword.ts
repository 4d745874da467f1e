import type { MappingKey } from '#model/mapping.ts';
import type { UnitTexts } from './comparedTexts.ts';

/** A proposed keyword, ready for questions about what writing it would do. */
export type WrittenKeyword = {
  readonly key: MappingKey;
  /** Its match form: text `number` of `match`, and as a string. */
  readonly match: UnitTexts;
  readonly number: number;
  readonly text: string;
  /** Number of the keyword in the set if mappings have it already, else `NO_KEYWORD`. */
  readonly existing: number;
};
