import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { previewMessages, previewWords } from '#model/text/previewWords.ts';
import layout from '../ui/layout.module.css';
import { useAccountWords } from './ChartProvider.tsx';
import { type PreviewAnswer, PreviewDetails } from './PreviewDetails.tsx';

type Props = {
  /** For the fields that it describes. */
  id?: string;
  preview: PreviewAnswer;
  /** In words; missing: as every preview reads. */
  words?: ReactNode;
  /** What else is said below or instead. */
  children?: ReactNode;
  /** The rows that were named are those of groups. */
  hasGroups?: boolean;
  /** Nothing is said while it is counted, where that fails, and without a text. */
  isOptional?: boolean;
  /** It has its room before it is known: what somebody is about to click stays where it is. */
  hasRoom?: boolean;
};

/**
 * What a change of the list would do, in words and in detail. While it is counted again it is as high as it was, so that
 * nothing below moves twice.
 */
export function PreviewNote({ id, preview, words, children, hasGroups = false, isOptional, hasRoom }: Props) {
  const account = useAccountWords();
  const box = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const isCounting = preview === null || (isOptional && preview === 'failed');
  useLayoutEffect(() => {
    if (!isCounting) height.current = box.current?.offsetHeight ?? 0;
  });
  if (isOptional && typeof preview === 'object' && preview?.rows === 0) return null;
  const { counting, failed } = previewMessages;
  return (
    <div
      ref={box}
      className={`${layout['dense']} ${hasRoom ? layout['room'] : ''}`}
      style={isCounting ? { minHeight: height.current || undefined } : undefined}
    >
      <div id={id} role="status" style={preview === 'failed' ? { color: 'var(--danger-text)' } : undefined}>
        {isCounting && !isOptional && counting}
        {preview === 'failed' && !isOptional && failed}
        {preview && preview !== 'failed' && (words ?? previewWords(preview, { account, hasGroups }))}{' '}
        {children}
      </div>
      <PreviewDetails preview={preview} />
    </div>
  );
}
