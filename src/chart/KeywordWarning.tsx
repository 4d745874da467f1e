import { Text } from '@mantine/core';
import { hasCommonWordsOnly } from '#model/commonWords.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import layout from '../ui/layout.module.css';

type Props = {
  /** As it is typed. */
  keyword: string;
};

/** Says that a keyword has only words that lines of any kind have; nothing otherwise. It can be saved all the same. */
export function KeywordWarning({ keyword }: Props) {
  return (
    // Always there: a live region that appears together with its text is not announced.
    <div role="status">
      {hasCommonWordsOnly(keyword) && (
        <Text className={layout['caution'] ?? ''}>{rowAccountMessages.commonWordsOnly}</Text>
      )}
    </div>
  );
}
