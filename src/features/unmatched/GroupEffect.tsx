import type { GroupId, MappingsPreview, QueueItem } from '#contract/unmatched.ts';
import { hasCommonWordsOnly } from '#model/commonWords.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { useSettledAnswer } from '../../ui/useAnswer.ts';
import type { QueueState, QueueStore } from './QueueStore.ts';

/** Whoever runs through the groups does not have each of them counted. Milliseconds. */
const SETTLE_MS = 50;

/** What a mapping of the keyword that is offered for a group would do, whichever the account. */
export type GroupEffect = {
  readonly item: QueueItem;
  readonly keyword: string;
  /** Null while it is not known. */
  readonly preview: MappingsPreview | 'failed' | null;
  /** All lines of the group get the account, and no other line or mapping changes: one key may save it. */
  readonly isHarmless: boolean;
};

/**
 * The effect for one group; null for several, and without a keyword. It is asked for with a blank account, with which every
 * line and mapping counts that could change: where none does, none does with any account.
 */
export function useGroupEffect(
  store: QueueStore,
  { revision }: QueueState,
  ids: readonly GroupId[],
): GroupEffect | null {
  const [id, ...others] = ids;
  const item = id === undefined || others.length > 0 ? undefined : store.item(id);
  const keyword = item?.isShort ? null : (item?.phrase ?? null);
  const question = keyword === null ? null : JSON.stringify([id, keyword, item?.count]);
  const preview = useSettledAnswer(
    question,
    () => store.preview([{ keyword: keyword ?? '', glAccount: '' }], ids, 'panel'),
    SETTLE_MS,
    revision,
  );
  if (item === undefined || keyword === null) return null;
  return { item, keyword, preview: preview ?? null, isHarmless: isHarmless(preview, item) };
}

function isHarmless(preview: MappingsPreview | 'failed' | null | undefined, item: QueueItem): boolean {
  if (preview === null || preview === undefined || preview === 'failed') return false;
  const { ofRows, others, ownTexts, replaced } = preview;
  const isAlone = others === 0 && ownTexts === 0 && replaced.length === 0;
  return isAlone && ofRows === item.count && !hasCommonWordsOnly(item.phrase ?? '');
}

/** The effect of the group in sentences. */
export function groupEffectWords({ preview, isHarmless }: GroupEffect): string {
  if (preview === null) return rowAccountMessages.countingRows;
  if (preview === 'failed') return unmatchedMessages.effectFailed;
  const { others, ...rest } = preview;
  const words = effectWords({ ...rest, others: 0 });
  if (isHarmless) return `${words} ${unmatchedMessages.nothingElse}`;
  const mayChange = others > 0 ? `${unmatchedMessages.othersMayChange(others)} ` : '';
  return `${words} ${mayChange}${unmatchedMessages.seenBefore}`;
}

/** An effect in sentences. */
export function effectWords(effect: MappingsPreview | 'failed'): string {
  if (effect === 'failed') return rowAccountMessages.countingFailed;
  const { unmatched, ofRows, missed, others, ownTexts, replaced } = effect;
  const sentences = [rowAccountMessages.linesGetIt(unmatched)];
  if (unmatched > ofRows) sentences.push(unmatchedMessages.linesOfOthers(unmatched - ofRows));
  if (missed > 0) sentences.push(unmatchedMessages.linesLeft(missed));
  if (others > 0) sentences.push(rowAccountMessages.linesToVerify(others));
  if (ownTexts > 0) sentences.push(rowAccountMessages.ownTextsElsewhere(ownTexts));
  if (replaced.length > 0) sentences.push(unmatchedMessages.replaces(replaced));
  return sentences.join(' ');
}
