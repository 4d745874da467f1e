import { type ReactNode, useLayoutEffect, useRef } from 'react';
import layout from '../ui/layout.module.css';
import { EffectDetails, type KnownEffect } from './EffectDetails.tsx';

type Props = {
  /** For the fields that it describes. */
  id?: string;
  effect: KnownEffect;
  /** It, in words; or that it is being counted. */
  children: ReactNode;
  /** It has its room before it is known: what somebody is about to click stays where it is. */
  hasRoom?: boolean;
};

/**
 * What a change of the list would do, in words and in detail. While it is counted again it is as high as it was, so that
 * nothing below moves twice.
 */
export function Effect({ id, effect, children, hasRoom = false }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    if (effect !== null) height.current = box.current?.offsetHeight ?? 0;
  });
  return (
    <div
      ref={box}
      className={`${layout['dense']} ${hasRoom ? layout['effect'] : ''}`}
      style={effect === null ? { minHeight: height.current || undefined } : undefined}
    >
      <div id={id} role="status" style={effect === 'failed' ? { color: 'var(--danger-text)' } : undefined}>
        {children}
      </div>
      <EffectDetails effect={effect} />
    </div>
  );
}
