import type { Preview } from '#contract/preview.ts';
import type { GroupId, QueueItem } from '#contract/unmatched.ts';
import { hasCommonWordsOnly } from '#model/commonWords.ts';
import { previewMessages, previewWords } from '#model/text/previewWords.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { useSettledAnswer } from '../../ui/useAnswer.ts';
import type { QueueState, QueueStore } from './QueueStore.ts';

/** Whoever runs through the groups does not have each of them counted. Milliseconds. */
const SETTLE_MS = 50;

/** What a mapping of the keyword that is offered for a group would do, whichever the account. */
export type GroupPreview = {
  readonly item: QueueItem;
  readonly keyword: string;
  /** Null while it is not known. */
  readonly preview: Preview | 'failed' | null;
  /** All lines of the group get the account, and no other line or mapping changes: one key may save it. */
  readonly isHarmless: boolean;
};

/**
 * The preview for one group; null for several, and without a keyword. We preview with an empty account, which counts
 * everything that could change. If nothing does, no account changes anything.
 */
export function useGroupPreview(
  store: QueueStore,
  { revision }: QueueState,
  ids: readonly GroupId[],
): GroupPreview | null {
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

function isHarmless(preview: Preview | 'failed' | null | undefined, item: QueueItem): boolean {
  if (preview === null || preview === undefined || preview === 'failed') return false;
  const { ofNamed, others, ownTexts, replaced } = preview;
  const isAlone = others === 0 && ownTexts === 0 && replaced.length === 0;
  return isAlone && ofNamed === item.count && !hasCommonWordsOnly(item.phrase ?? '');
}

/** The preview of the group in sentences. */
export function groupPreviewWords(
  { preview, isHarmless }: GroupPreview,
  account: (code: string) => string,
): string {
  if (preview === null) return previewMessages.counting;
  if (preview === 'failed') return previewMessages.failed;
  const { others } = preview;
  const words = previewWords({ ...preview, others: 0 }, { account, hasGroups: true });
  if (isHarmless) return `${words} ${unmatchedMessages.nothingElse}`;
  const mayChange = others > 0 ? `${unmatchedMessages.othersMayChange(others)} ` : '';
  return `${words} ${mayChange}${unmatchedMessages.seenBefore}`;
}
