import { createClassifier } from '#engine/classifier.ts';
import type { Mapping } from '#model/mapping.ts';

/** Texts of `before` that go to another account by `after`. */
export function changedTexts(before: readonly Mapping[], after: readonly Mapping[]): string[] {
  const [was, is] = [createClassifier(before), createClassifier(after)];
  const account = (classifier: typeof was, text: string) => {
    const id = classifier.classify(text);
    return id < 0 ? id : classifier.mapping(id).glAccount;
  };
  return before
    .map(({ description }) => description)
    .filter((text) => account(was, text) !== account(is, text));
}
